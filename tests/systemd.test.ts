import { execFile, spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import { promisify } from 'node:util';
import { expect, it, onTestFinished, vi } from 'vitest';
import { makeFiles, oddities } from '#tests/helpers/firebase-export.ts';
import { isLongRun } from '#tests/helpers/long-run.ts';
import { skipBecause } from '#tests/helpers/skip.ts';

const execute = promisify(execFile);
const root = resolve(import.meta.dirname, '..');

/** Units that would change this machine's devices and settings. */
const masked = [
  ...['systemd-udevd.service', 'systemd-udevd-control.socket', 'systemd-udevd-kernel.socket'],
  ...['systemd-udev-trigger.service', 'systemd-modules-load.service', 'systemd-sysctl.service'],
  ...['systemd-remount-fs.service', 'systemd-tmpfiles-setup-dev.service', 'systemd-timesyncd.service'],
];

/** Private mounts for what systemd and the units write; the program at the place that the units name. */
const enter = `mount --make-rprivate /
ip link set lo up
mount -t tmpfs tmpfs /run
mkdir /run/etc && cp -a /etc/. /run/etc && mount --bind /run/etc /etc
for folder in /tmp /srv /var/lib /var/log; do mount -t tmpfs -o mode=755 tmpfs $folder; done
chmod 1777 /tmp
mkdir /srv/sdc-portal && mount --bind "$1" /srv/sdc-portal
printf '%s\\n' "$2" > /etc/sdc-portal.env
umount -R /sys/fs/cgroup || true
mount -t cgroup2 cgroup2 /sys/fs/cgroup
mount -t proc proc /proc
units=/run/systemd/system
mkdir -p $units
for unit in $3; do ln -s /dev/null $units/$unit; done
cp /srv/sdc-portal/deploy/*.service $units
printf '[Unit]\\nRequires=basic.target\\nAfter=basic.target\\n' > $units/portal-test.target
exec env -i container=portal-test PATH="$PATH" /lib/systemd/systemd --unit=portal-test.target --show-status=no --log-target=null`;

function eventually(check: () => Promise<unknown>): Promise<unknown> {
  return vi.waitFor(check, { timeout: 120_000, interval: 500 });
}

/**
 * A systemd in its own namespaces of processes, mounts, control groups and network, with the units of deploy/ installed.
 * Needs root, and systemd's program. `settings` is the content of /etc/sdc-portal.env.
 * @returns functions that run a command beside the units, and write a file where they see it
 */
async function startSystemd(settings: Record<string, string>) {
  const file = Object.entries(settings)
    .map((pair) => pair.join('='))
    .join('\n');
  const namespaces = ['--mount', '--pid', '--cgroup', '--uts', '--ipc', '--net'];
  const outer = spawn(
    'unshare',
    [...namespaces, '--fork', '--kill-child', 'sh', '-euc', enter, 'enter', root, file, masked.join(' ')],
    { stdio: 'ignore' },
  );
  onTestFinished(async () => {
    outer.kill('SIGKILL');
  });
  function enterAndRun(command: string[]) {
    const pid = readFileSync(`/proc/${outer.pid}/task/${outer.pid}/children`, 'utf8').trim();
    return execute('nsenter', ['--target', pid, ...namespaces, ...command], { maxBuffer: 2 ** 24 });
  }
  async function run(...command: string[]): Promise<string> {
    const { stdout, stderr } = await enterAndRun(command).catch((error: Error & { stdout: string }) => {
      throw new Error(`${error.message}\n${error.stdout}`);
    });
    return `${stdout}${stderr}`;
  }
  async function write(file: string, content: string): Promise<void> {
    const running = enterAndRun(['tee', file]);
    running.child.stdin?.end(content);
    await running;
  }
  await eventually(() => run('systemctl', 'is-active', 'portal-test.target'));
  return { run, write };
}

/** The units' StateDirectory. */
const dataDir = '/var/lib/sdc-portal';

/** A mail server for the namespace of the units, which reaches none outside. */
const smtpServer = `import { SMTPServer } from 'smtp-server';
new SMTPServer({ authOptional: true, disabledCommands: ['AUTH', 'STARTTLS'] }).listen(2525, '127.0.0.1');`;

it('the unit runs under systemd: portal, its backups and every command as a user that writes its data only', {
  timeout: 10 * 60_000,
}, async (context) => {
  if (!isLongRun) return skipBecause(context, 'the units are started by `npm run soak` only');
  if (!existsSync('/lib/systemd/systemd')) return skipBecause(context, 'systemd is not installed');
  if (process.getuid?.() !== 0) return skipBecause(context, 'this user may not make namespaces');
  const { run, write } = await startSystemd({
    LOG_LEVEL: 'info',
    BACKUP_PASSPHRASE: 'of the units',
    SMTP_URL: 'smtp://127.0.0.1:2525',
    MAIL_FROM: 'portal@club.example',
  });
  const question = "fetch('http://127.0.0.1:3000/api/ready').then(({ ok }) => process.exit(ok ? 0 : 1))";
  const node = process.execPath.replace(root, '/srv/sdc-portal');
  const healthy = () => run(node, '--eval', question);
  const property = async (name: string) =>
    (await run('systemctl', 'show', '--value', `--property=${name}`, 'sdc-portal')).trim();

  const smtp = ['--unit=smtp', '--working-directory=/srv/sdc-portal', `--setenv=PATH=${process.env.PATH}`];
  await run('systemd-run', ...smtp, node, '--input-type=module', '--eval', smtpServer);
  await run('systemctl', 'start', 'sdc-portal');
  await eventually(healthy);
  const mainPid = await property('MainPID');
  // No shell and no other Node stays in between.
  expect((await run('readlink', `/proc/${mainPid}/exe`)).trim()).toBe(node);
  const status = await run('cat', `/proc/${mainPid}/status`);
  expect(status).toMatch(/^Uid:\s+(6[1-5]\d{3})\s+\1\s+\1\s+\1$/m);
  expect(status).toMatch(/^CapEff:\s+0+$/m);
  expect(status).toMatch(/^NoNewPrivs:\s+1$/m);
  expect(await run('journalctl', '--unit=sdc-portal')).toContain('/setup?token=');

  const portalCommand = (words: string) => run('/srv/sdc-portal/deploy/portal-command', ...words.split(' '));
  async function expectAll(commands: [command: string, output: RegExp][]): Promise<void> {
    for (const [command, output] of commands) expect(await portalCommand(command), command).toMatch(output);
  }
  const files = await makeFiles({ count: oddities.length });
  await run('mkdir', `${dataDir}/firebase`);
  for (const file of [files.accounts, files.hashConfig, files.database, files.messages]) {
    await write(`${dataDir}/firebase/${basename(file)}`, readFileSync(file, 'utf8'));
  }
  const from = `${dataDir}/firebase`;
  const options = `--accounts ${from}/accounts.json --hash-config ${from}/hash.txt --database ${from}/database.json --messages ${from}/messages.csv`;
  // The operator's commands of docs/operations.md and docs/moving-in.md that a running portal allows.
  await expectAll([
    ['seed --members 20', /Added 20 members/],
    ['check', /ok {4}every record belongs to an account/],
    ['doctor', /Free disk space/],
    ['mail test you@example.org', /The mail server accepted the email to you@example\.org/],
    ['admin set-email lead@club.example', /Administrator: lead@club\.example/],
    ['admin hand-over next-lead@club.example', /Administrator: next-lead@club\.example \(was lead@/],
    ['admin reset-password', /New password \(shown once\): /],
  ]);
  const [backup = ''] =
    /^\/var\/lib\/sdc-portal\/backups\/portal-.+\.sqlite(\.enc)?$/m.exec(await portalCommand('backup')) ?? [];
  expect(backup).not.toBe('');
  await expectAll([
    ['backup verify', /20 members and \d+ changes, all the same/],
    [`export --to ${dataDir}/members.csv`, /20 members/],
    [`import firebase ${options} --rehearse`, /Nothing was written/],
    [`import firebase ${options}`, /^Imported:/m],
  ]);
  const [, left] = /season end --members (\d+)/.exec(await portalCommand('season end --rehearse')) ?? [];
  await expectAll([
    [`season end --members ${left}`, /and \d+ accounts are closed/],
    ['check', /ok {4}every record belongs to an account/],
  ]);
  // Its first one comes a minute after the start.
  const made = async () =>
    (await run('ls', `${dataDir}/backups`)).split('\n').filter((name) => name.endsWith('.enc'));
  await eventually(async () => expect((await made()).length).toBeGreaterThan(1));

  // A crash: systemd starts it again.
  await run('systemctl', 'kill', '--kill-whom=main', '--signal=KILL', 'sdc-portal');
  await eventually(async () => expect(await property('NRestarts')).toBe('1'));
  await eventually(healthy);

  await run('systemctl', 'stop', 'sdc-portal');
  expect(await property('Result')).toBe('success');
  expect(await property('ExecMainStatus')).toBe('0');
  // Those that refuse while the portal runs.
  await expectAll([
    [`restore ${backup}`, /Restored 20 members/],
    [`move --to sqlite:${dataDir}/moved`, /Moved 20 members/],
    ['check --repair', /The lists’ columns were recomputed/],
  ]);
});
