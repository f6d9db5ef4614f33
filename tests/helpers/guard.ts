import { spawn } from 'node:child_process';

/** The user that a program runs as; empty for the current one. */
export interface Owner {
  uid?: number;
  gid?: number;
}

/**
 * Runs a shell script once this process has ended, even by SIGKILL, unless the guard was dismissed. A server or folder
 * created by a test therefore never outlives a crashed run. A separate shell waits on a pipe, which the kernel closes
 * with this process. `args` become the script's $1, $2, ….
 * @returns a function that ends the guard without running its script
 */
export function setGuard(script: string, args: string[], owner: Owner = {}): () => void {
  const shell = spawn('/bin/sh', ['-c', `read -r word && exit 0\n${script}`, 'guard', ...args], {
    cwd: '/',
    // A separate process group, so that Ctrl-C in the terminal does not end it.
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
    ...owner,
  });
  shell.unref();
  // It may have been ended from outside, which does not concern the test.
  shell.stdin.on('error', () => {});
  return () => shell.stdin.end('done\n');
}
