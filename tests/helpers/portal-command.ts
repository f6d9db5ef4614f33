import { spawn } from 'node:child_process';
import { resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import type { DatabasePlace } from './engines.ts';

const program = resolve(import.meta.dirname, '../../scripts/portal.ts');

export interface CommandResult {
  code: number | null;
  out: string;
  err: string;
}

/** Runs one of the operator's commands as a person would, who types `input`, and waits for its end. */
export function runPortal(args: string[], env: NodeJS.ProcessEnv = {}, input = ''): Promise<CommandResult> {
  const { child, ended } = startPortalCommand(args, env);
  child.stdin.end(input);
  return ended;
}

/** Starts one that goes on until it is asked to end. */
export function startPortalCommand(args: string[], env: NodeJS.ProcessEnv) {
  const child = spawn(process.execPath, [program, ...args], {
    env: { PATH: process.env.PATH, NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE, ...env },
    stdio: 'pipe',
  });
  const closed = new Promise<number | null>((done) => child.on('close', done));
  const outputs = Promise.all([text(child.stdout), text(child.stderr)]);
  const ended = outputs.then(async ([out, err]) => ({ code: await closed, out, err }));
  return { child, ended };
}

/** The variables that lead a command to a place. */
export function placeVariables({ dataDir, databaseUrl }: DatabasePlace): NodeJS.ProcessEnv {
  return { DATA_DIR: dataDir, ...(databaseUrl && { DATABASE_URL: databaseUrl }) };
}
