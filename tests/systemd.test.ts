import { existsSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { expect, it, vi } from 'vitest';
import { scratchFolder } from './helpers/firebase-import.ts';
import { isLongRun } from './helpers/long-run.ts';
import { firebaseFiles, runOperatorCommands, runWhileStopped } from './helpers/operator-commands.ts';
import { skipBecause } from './helpers/skip.ts';
import { startSystemd } from './helpers/systemd.ts';

/** The units' StateDirectory. */
const dataDir = '/var/lib/sdc-portal';

/** A mail server for the namespace of the units, which reaches none outside. */
const smtpServer = `import { SMTPServer } from 'smtp-server';
new SMTPServer({ authOptional: true, disabledCommands: ['AUTH', 'STARTTLS'] }).listen(2525, '127.0.0.1');`;

it(
  'the units run under systemd: portal, backup service and every command as a user that writes its data only',
  async (context) => {
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
    const healthy = () => run('/srv/sdc-portal/node_modules/.bin/node', '--eval', question);
    const property = async (name: string) =>
      (await run('systemctl', 'show', '--value', `--property=${name}`, 'sdc-portal')).trim();

    const node = '/srv/sdc-portal/node_modules/.bin/node';
    const smtp = ['--unit=smtp', '--working-directory=/srv/sdc-portal', `--setenv=PATH=${process.env.PATH}`];
    await run('systemd-run', ...smtp, node, '--input-type=module', '--eval', smtpServer);
    await run('systemctl', 'start', 'sdc-portal', 'sdc-portal-backup');
    await vi.waitFor(healthy, { timeout: 120_000, interval: 500 });
    const status = await run('cat', `/proc/${await property('MainPID')}/status`);
    expect(status).toMatch(/^Uid:\s+(6[1-5]\d{3})\s+\1\s+\1\s+\1$/m);
    expect(status).toMatch(/^CapEff:\s+0+$/m);
    expect(status).toMatch(/^NoNewPrivs:\s+1$/m);
    expect(await run('journalctl', '--unit=sdc-portal')).toContain('Password (shown once)');

    const portalCommand = (...words: string[]) => run('/srv/sdc-portal/deploy/portal-command', ...words);
    const firebase = await firebaseFiles(scratchFolder('units'));
    await run('mkdir', `${dataDir}/firebase`);
    for (const file of [firebase.accounts, firebase.hashConfig, firebase.database, firebase.messages]) {
      await write(`${dataDir}/firebase/${basename(file)}`, readFileSync(file, 'utf8'));
    }
    const backup = await runOperatorCommands(portalCommand, dataDir, firebase);
    // The portal had no tables yet when the backup service tried for the first time.
    const made = async () =>
      (await run('ls', `${dataDir}/backups`)).split('\n').filter((name) => name.endsWith('.enc'));
    await vi.waitFor(async () => expect((await made()).length).toBeGreaterThan(1), {
      timeout: 90_000,
      interval: 500,
    });

    // A crash: systemd starts it again.
    await run('systemctl', 'kill', '--kill-whom=main', '--signal=KILL', 'sdc-portal');
    await vi.waitFor(async () => expect(await property('NRestarts')).toBe('1'), {
      timeout: 60_000,
      interval: 500,
    });
    await vi.waitFor(healthy, { timeout: 120_000, interval: 500 });

    await run('systemctl', 'stop', 'sdc-portal', 'sdc-portal-backup');
    expect(await property('Result')).toBe('success');
    expect(await property('ExecMainStatus')).toBe('0');
    await runWhileStopped(portalCommand, dataDir, backup);
  },
  10 * 60_000,
);
