import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { expect } from 'vitest';
import { ensureAdministrator } from '#server/accounts/administrator.ts';
import { readConfig } from '#server/config.ts';
import { seedMembers } from '../../../scripts/seed-members.ts';
import { freshDatabase } from '../engines.ts';
import { withStore } from '../with-store.ts';

export const root = resolve(import.meta.dirname, '../../..');

/** How each documented command is run here, by the command as it is written. */
export type Runners = Record<string, () => Promise<void>>;

interface Scratch {
  dataDir: string;
  env: NodeJS.ProcessEnv;
}

/** The portal that the commands run on; prepared by `prepareScratch`. */
export let scratch: Scratch;

export async function prepareScratch(): Promise<void> {
  const { dataDir } = await freshDatabase('sqlite');
  scratch = {
    dataDir,
    // Without this run's own Node on the PATH, because readers have only npm.
    env: {
      ...process.env,
      PATH: process.env.PATH ?? '',
      DATA_DIR: dataDir,
      LOG_LEVEL: 'warn',
      NODE_ENV: undefined,
    },
  };
}

/** Runs a command in the project's folder, on scratch data, and gives what it printed. */
export async function run(command: string, env: NodeJS.ProcessEnv = {}): Promise<string> {
  const child = start(command, env);
  let printed = '';
  child.stdout?.on('data', (data: Buffer) => {
    printed += data.toString();
  });
  child.stderr?.on('data', (data: Buffer) => {
    printed += data.toString();
  });
  const [code] = await once(child, 'exit');
  expect(code, printed).toBe(0);
  return printed;
}

export function start(command: string, env: NodeJS.ProcessEnv): ChildProcess {
  return spawn('bash', ['-c', command], {
    cwd: root,
    env: { ...scratch.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
}

/** Starts a command that goes on, waits until `url` answers, and ends it with its children. */
export async function runUntilAnswers(command: string, url: string, env: NodeJS.ProcessEnv): Promise<string> {
  const child = start(command, env);
  const ended = once(child, 'exit');
  try {
    for (;;) {
      if (child.exitCode !== null) throw new Error(`${command} ended with ${child.exitCode}`);
      const answer = await fetch(url).catch(() => null);
      if (answer?.ok) return await answer.text();
      await wait(200);
    }
  } finally {
    if (child.pid) process.kill(-child.pid, 'SIGTERM');
    await ended;
  }
}

/** The administrator, as a first start makes it. */
export async function addAdministrator(): Promise<void> {
  const config = readConfig({ DATA_DIR: scratch.dataDir });
  await withStore(config, (store) => ensureAdministrator(store, config));
}

/** The address of a member, newly made. */
export function addMember(): Promise<string> {
  return withStore(scratch, async (store) => {
    await seedMembers(store, 1);
    const { email } = await store.db.selectFrom('members').select('email').limit(1).executeTakeFirstOrThrow();
    return email;
  });
}
