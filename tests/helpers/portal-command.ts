import { spawn } from 'node:child_process';
import { join, resolve } from 'node:path';
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { runCommand } from '../../scripts/portal/run.ts';
import type { DatabasePlace } from './engines.ts';
import { programEnv } from './program-env.ts';

const root = resolve(import.meta.dirname, '../..');

export interface CommandResult {
  code: number | null;
  out: string;
  err: string;
}

/**
 * Runs one of the operator's commands inside this process, which takes a tenth of the processor time that a program
 * takes. tests/documented-commands.test.ts runs what is typed in a shell.
 */
export async function runPortal(args: string[], env: NodeJS.ProcessEnv = {}): Promise<CommandResult> {
  const stdout = new PassThrough();
  const stderr = new PassThrough();
  const run = { env: { ...programEnv(), ...env }, stdout, stderr, exitCode: 0 };
  const outputs = Promise.all([text(stdout), text(stderr)]);
  await runCommand(args, run).finally(() => {
    stdout.end();
    stderr.end();
  });
  const [out, err] = await outputs;
  return { code: run.exitCode, out, err };
}

/**
 * Runs one as a separate program, where locks, exit codes, the end of the process or what is typed are what a test is
 * about.
 */
export function runPortalProgram(
  args: string[],
  env: NodeJS.ProcessEnv = {},
  input = '',
): Promise<CommandResult> {
  const { child, ended } = startPortalCommand(args, env);
  child.stdin.end(input);
  return ended;
}

/** Starts one that goes on until it is asked to end, of this version or of the program in another folder. */
export function startPortalCommand(args: string[], env: NodeJS.ProcessEnv, folder = root) {
  const child = spawn(process.execPath, [join(folder, 'scripts/portal.ts'), ...args], {
    env: { ...programEnv(), ...env },
    stdio: 'pipe',
  });
  const closed = new Promise<number | null>((done) => child.on('close', done));
  const outputs = Promise.all([text(child.stdout), text(child.stderr)]);
  const ended = outputs.then(async ([out, err]) => ({ code: await closed, out, err }));
  return { child, ended };
}

/** The variables that lead a command to a place. */
export function placeVariables({ dataDir, databaseUrl }: DatabasePlace): Record<string, string> {
  return { DATA_DIR: dataDir, ...(databaseUrl && { DATABASE_URL: databaseUrl }) };
}
