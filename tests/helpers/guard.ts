import { spawn } from 'node:child_process';

/** Under which user a program runs: nothing to say where it is this one. */
export interface Owner {
  uid?: number;
  gid?: number;
}

export interface Guard {
  /** The script is not needed any more. */
  dismiss(): void;
}

/**
 * Runs a shell script once this process has ended without dismissing the guard, in whatever way it ended,
 * SIGKILL included: a server or a folder that a test made never outlives a run that crashed. A shell of its
 * own waits for a line on a pipe; the kernel closes the pipe with this process. `args` are the script's $1, $2.
 */
export function setGuard(script: string, args: string[], owner: Owner = {}): Guard {
  const shell = spawn('/bin/sh', ['-c', `read -r word && exit 0\n${script}`, 'guard', ...args], {
    cwd: '/',
    // A group of its own, so that Ctrl-C in the terminal does not end it with this process.
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
    ...owner,
  });
  shell.unref();
  // It may have been ended from outside, which is no concern of the test.
  shell.stdin.on('error', () => {});
  return { dismiss: () => shell.stdin.end('done\n') };
}
