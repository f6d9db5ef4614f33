import { type ChildProcess, spawnSync } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { startProgram } from '#tests/helpers/started-program.ts';

/** With two cores or more, what is measured runs on the first and the load comes from the others. */
const canPin = availableParallelism() > 1 && spawnSync('taskset', ['--version']).error === undefined;

interface ServerOptions {
  command: string[];
  env: NodeJS.ProcessEnv;
  /** The address that answers once the server is ready. */
  health: string;
  cwd?: string;
  /** Keeps the server on the first core. */
  oneCore?: boolean | undefined;
}

/** Runs a server for `work`, once it is ready. */
export async function withServer<T>(
  { command, env, health, cwd = process.cwd(), oneCore }: ServerOptions,
  work: (child: ChildProcess) => Promise<T>,
): Promise<T> {
  const pinned = oneCore && canPin ? ['taskset', '--cpu-list', '0'] : [];
  const [program = '', ...args] = [...pinned, ...command];
  const { PATH, NODE_COMPILE_CACHE } = process.env;
  const server = startProgram(program, args, { cwd, env: { PATH, NODE_COMPILE_CACHE, ...env } });
  try {
    await server.until(async () => (await fetch(health).catch(() => null))?.ok);
    return await work(server.child);
  } finally {
    await server.end('SIGTERM');
  }
}
