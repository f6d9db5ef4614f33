import { execFile, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import { onTestFinished, vi } from 'vitest';

const execute = promisify(execFile);
const root = resolve(import.meta.dirname, '../..');

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

/** A systemd in its own namespaces of processes, mounts, control groups and network, with the units of deploy/ installed. */
export interface RunningSystemd {
  /** Runs a command beside the units, and returns what it prints. */
  run(...command: string[]): Promise<string>;
  /** Writes a file where the units see it. */
  write(file: string, content: string): Promise<void>;
}

/** Needs root, and systemd's program. `settings` is the content of /etc/sdc-portal.env. */
export async function startSystemd(settings: Record<string, string>): Promise<RunningSystemd> {
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
  await vi.waitFor(() => run('systemctl', 'is-active', 'portal-test.target'), {
    timeout: 60_000,
    interval: 200,
  });
  return { run, write };
}
