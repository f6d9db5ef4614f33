import { randomBytes } from 'node:crypto';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { buildClientIfStale } from '../../scripts/build-client.ts';
import { fastFolder } from './fast-folder.ts';
import { freePort } from './free-port.ts';
import { hasJitter } from './jitter.ts';
import { createDatabase } from './postgres-database.ts';
import { programEnv } from './program-env.ts';
import { type StartedProgram, startProgram } from './started-program.ts';

export interface PortalOptions {
  /** The superuser's URL of the server that gets the portal's database; by default the portal is on SQLite. */
  postgresUrl?: string | undefined;
  /** The migrated data that the portal starts with; by default it creates its schema. */
  template?: { dataDir: string; database?: string | undefined };
  /** Variables in addition to the defaults. A database of DATABASE_URL is not removed. */
  env?: Record<string, string>;
  /** The folder of the program; this project by default. */
  program?: string;
  /** Hashes passwords at the production cost. */
  fullCostHashes?: boolean;
}

/** The real program in a separate process, with separate data. */
export interface Portal {
  /** Without a trailing slash. It stays the same after a restart. */
  readonly url: string;
  readonly dataDir: string;
  readonly databaseUrl: string | undefined;
  readonly adminEmail: string;
  readonly adminPassword: string;
  /** The program's output so far, over all starts. */
  logs(): string;
  /** The process id. Throws while the program is not running. */
  pid(): number;
  /** Resolves when the running program answers that it is ready, its database included. */
  untilReady(): Promise<void>;
  /** Stops the program gracefully. Throws if that takes longer than 15 seconds. */
  stop(): Promise<void>;
  /** Kills the program, like a power cut. */
  kill9(): Promise<void>;
  /** Stops the program if it is running, and starts it on the same port and data. */
  restart(): Promise<void>;
  /** Stops the program and removes its data. */
  discard(): Promise<void>;
}

const root = resolve(import.meta.dirname, '../..');
/** The client is built by the first test that needs it. */
let isBuilt = false;

/**
 * Starts a portal and waits until it is ready. The caller must discard it; `openTestPortal` in Vitest and the fixture
 * `portal` in Playwright do so themselves. It never outlives this process.
 */
export async function startPortal(options: PortalOptions = {}): Promise<Portal> {
  if (!isBuilt) buildClientIfStale();
  isBuilt = true;
  const dataDir = await mkdtemp(join(fastFolder(), 'sdc-portal-'));
  const { postgresUrl, template } = options;
  if (template && !postgresUrl) await cp(template.dataDir, dataDir, { recursive: true });
  const database = postgresUrl ? await createDatabase(postgresUrl, template?.database) : undefined;
  const url = `http://127.0.0.1:${await freePort()}`;
  const adminEmail = options.env?.ADMIN_EMAIL ?? 'admin@sdc.example';
  const adminPassword = options.env?.ADMIN_PASSWORD ?? randomBytes(9).toString('base64url');
  const env = {
    ...programEnv(),
    HOST: '127.0.0.1',
    PORT: new URL(url).port,
    PORTAL_URL: url,
    DATA_DIR: dataDir,
    ...(database && { DATABASE_URL: database.url }),
    ADMIN_EMAIL: adminEmail,
    ADMIN_PASSWORD: adminPassword,
    ...options.env,
  };
  const flags = options.fullCostHashes ? [] : ['--import', './tests/setup/cheap-hashes.ts'];
  if (hasJitter) flags.push('--import', './tests/setup/jitter.ts');
  const program = programRunner({ cwd: options.program ?? root, flags, env, dataDir, url });

  async function discard(): Promise<void> {
    await program.end('SIGKILL');
    await database?.drop();
    await rm(dataDir, { recursive: true, force: true });
  }

  try {
    await program.start();
  } catch (error) {
    await discard();
    throw error;
  }
  return {
    url,
    dataDir,
    databaseUrl: options.env?.DATABASE_URL ?? database?.url,
    adminEmail,
    adminPassword,
    logs: program.logs,
    pid: program.pid,
    untilReady: program.untilReady,
    stop: () => program.end('SIGTERM'),
    kill9: () => program.end('SIGKILL'),
    async restart() {
      await program.end('SIGTERM');
      await program.start();
    },
    discard,
  };
}

interface ProgramOptions {
  cwd: string;
  /** Options for Node itself. */
  flags: string[];
  env: NodeJS.ProcessEnv;
  dataDir: string;
  url: string;
}

/** Starts and stops the portal's process any number of times. */
function programRunner({ cwd, flags, env, dataDir, url }: ProgramOptions) {
  const starts: StartedProgram[] = [];
  let running: StartedProgram | undefined;

  function current(): StartedProgram {
    if (!running) throw new Error('The portal does not run.');
    return running;
  }

  return {
    async start(): Promise<void> {
      const program = startProgram(process.execPath, [...flags, 'server/main.ts'], {
        cwd,
        env,
        folder: dataDir,
      });
      program.child.once('exit', () => {
        if (running === program) running = undefined;
      });
      running = program;
      starts.push(program);
      await program.until(() => isReady(url));
    },
    untilReady: () => current().until(() => isReady(url)),
    end: async (signal: 'SIGTERM' | 'SIGKILL') => running?.end(signal),
    pid: () => Number(current().child.pid),
    logs: () => starts.map((program) => program.printed()).join(''),
  };
}

async function isReady(url: string): Promise<boolean> {
  try {
    const response = await fetch(`${url}/api/ready`, { signal: AbortSignal.timeout(2_000) });
    await response.body?.cancel();
    return response.ok;
  } catch {
    return false;
  }
}
