import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const execute = promisify(execFile);

/**
 * From now on the kernel refuses every write of a running program at or beyond this place of a file, in bytes; 0 is
 * every write to any file. A disk that went read-only, or is full, shows itself to a database in the same way: files
 * that are open stay so and can be read, and `write` fails. Needs no rights beyond those of the program's own user,
 * works in a container, and nothing else on the machine notices; taking rights from a file that is open, or
 * from root, would do nothing. Node ignores the signal that goes with it.
 *
 * Linux with prlimit, which Debian's util-linux always brings.
 * @returns gives the program back what it may write
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
