import { execFile } from 'node:child_process';
import { appendFile, chown, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { ensurePostgres } from '../../scripts/system-packages.ts';
import { freePort } from './free-port.ts';
import { type Owner, setGuard } from './guard.ts';

const execute = promisify(execFile);

/** A PostgreSQL server's folder and programs, run as a user that is not root. It never outlives this process. */
export interface Cluster {
  readonly folder: string;
  /** The data folder, which the caller fills before the first start. */
  readonly data: string;
  readonly port: number;
  /** Gives a file to the server's user. */
  own(file: string): Promise<void>;
  /** Runs one of PostgreSQL's programs. */
  run(program: string, args: string[], env?: NodeJS.ProcessEnv): Promise<void>;
  /** The first start looks for a free loopback port. */
  start(): Promise<void>;
  /** Stops the server without a checkpoint, which drops all connections. */
  stop(): Promise<void>;
  /** Sends a signal to all processes of the server together. */
  signal(signal: NodeJS.Signals): Promise<void>;
  /** Removes the files of a stopped server. */
  discard(): Promise<void>;
  /** The contents of the log file of the server. */
  logged(): Promise<string>;
}

export async function makeCluster(): Promise<Cluster> {
  const bin = await ensurePostgres();
  const owner = await serverOwner();
  // Root's temporary folder may not be accessible to the server's user.
  const folder = await mkdtemp(join(owner.uid === undefined ? tmpdir() : '/tmp', 'sdc-postgres-'));
  await giveTo(owner, folder);
  const dismissGuard = setGuard(
    '"$1" -D "$2/data" -m immediate stop; rm -rf "$2"',
    [join(bin, 'pg_ctl'), folder],
    owner,
  );
  const data = join(folder, 'data');
  const log = join(folder, 'log');
  let port = 0;

  async function run(program: string, args: string[], env: NodeJS.ProcessEnv = {}): Promise<void> {
    await execute(join(bin, program), args, { cwd: folder, env: { ...process.env, ...env }, ...owner });
  }
  const control = (...args: string[]) => run('pg_ctl', ['-D', data, '-s', '-w', ...args]);
  const start = () => control('-l', log, 'start');
  const logged = () => readFile(log, 'utf8').catch(() => '');

  /** If another program takes the port before the server listens, tries another one. */
  async function startOnFreePort(triesLeft = 3): Promise<void> {
    port = await freePort();
    await appendFile(join(data, 'postgresql.conf'), `port = ${port}\n`);
    try {
      await start();
    } catch (error) {
      if (triesLeft <= 1 || !(await logged()).includes('could not bind')) throw error;
      await startOnFreePort(triesLeft - 1);
    }
  }

  return {
    folder,
    data,
    get port() {
      return port;
    },
    own: (file) => giveTo(owner, file),
    run,
    start: () => (port === 0 ? startOnFreePort() : start()),
    stop: () => control('-m', 'immediate', 'stop'),
    async signal(signal) {
      const [postmaster = ''] = (await readFile(join(data, 'postmaster.pid'), 'utf8')).split('\n');
      const { stdout } = await execute('pgrep', ['-P', postmaster]);
      for (const pid of [postmaster, ...stdout.trim().split('\n')]) kill(Number(pid), signal);
    },
    async discard() {
      await rm(folder, { recursive: true, force: true });
      dismissGuard();
    },
    logged,
  };
}

/** A process of the server may have ended a moment before. */
function kill(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
  }
}

async function giveTo({ uid, gid }: Owner, file: string): Promise<void> {
  if (uid !== undefined && gid !== undefined) await chown(file, uid, gid);
}

/** PostgreSQL refuses to run as root, so the package's user or `nobody` owns the cluster then. */
async function serverOwner(): Promise<Owner> {
  if (process.getuid?.() !== 0) return {};
  const users = (await readFile('/etc/passwd', 'utf8')).split('\n').map((line) => line.split(':'));
  const user = users.find(([name]) => name === 'postgres') ?? users.find(([name]) => name === 'nobody');
  if (!user)
    throw new Error('PostgreSQL does not run as root, and there is neither a user postgres nor nobody.');
  return { uid: Number(user[2]), gid: Number(user[3]) };
}
