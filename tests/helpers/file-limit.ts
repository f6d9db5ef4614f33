import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const execute = promisify(execFile);

/**
 * Makes the kernel reject every write of a running program at or beyond this position of any file, in bytes; 0 rejects
 * all writes. To a database this looks like a full or read-only disk: open files stay open and readable, and `write`
 * fails. Revoking permissions would have no effect on open files or on root. It needs no privileges, works in
 * a container, and affects nothing else. Node ignores the signal that comes with it.
 *
 * Requires Linux with prlimit from util-linux.
 * @returns a function that lifts the limit
 */
export async function limitFileSize(pid: number, bytes: number): Promise<() => Promise<void>> {
  const former = await prlimit(pid, '--fsize', '--output=SOFT', '--noheadings');
  await prlimit(pid, `--fsize=${bytes}:`);
  return async () => {
    await prlimit(pid, `--fsize=${former}:`);
  };
}

async function prlimit(pid: number, ...args: string[]): Promise<string> {
  const { stdout } = await execute('prlimit', ['--pid', String(pid), ...args]);
  return stdout.trim();
}
