import { execFile } from 'node:child_process';
import { accessSync, constants, globSync, statSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { root } from './run-command.ts';

const execute = promisify(execFile);

/**
 * Programs that stand before or behind a portal in use, and that some tests run it with. Where one is not installed,
 * Debian's package is unpacked into a folder of this project: nothing is installed, no service is started, and no
 * right is needed.
 */
const programs = {
  nginx: { packages: ['nginx'], version: '-v' },
  caddy: { packages: ['caddy'], version: 'version' },
  pgbouncer: { packages: ['pgbouncer', 'libc-ares2', 'libevent-2.1-7'], version: '--version' },
} as const;

export type ProgramName = keyof typeof programs;

export interface Program {
  path: string;
  /** What it is to be started with: where its libraries are. */
  env: NodeJS.ProcessEnv;
}

const cache = join(root, 'node_modules', '.cache', 'debian');
/** Folders of servers that are not on everybody's PATH. */
const serverFolders = ['/usr/local/sbin', '/usr/sbin', '/sbin'];
/** A program that could not be had is not asked for again for so long, in milliseconds. */
const forgetFailureAfter = 15 * 60_000;
const downloadLimit = 90_000;

/** The program, or undefined where it is neither installed nor to be had. */
export async function findProgram(name: ProgramName): Promise<Program | undefined> {
  const installed = [...(process.env.PATH ?? '').split(delimiter), ...serverFolders].map((folder) => ({
    path: join(folder, name),
    env: {},
  }));
  for (const program of [...installed, ...unpacked(name)]) if (await runs(name, program)) return program;
  if (failedLately(name)) return undefined;
  await unpack(name).catch(() => {});
  for (const program of unpacked(name)) if (await runs(name, program)) return program;
  await mkdir(cache, { recursive: true });
  await writeFile(failureOf(name), '');
  return undefined;
}

/** Why a test of it is left out, for those who read the report. */
export function notToBeHad(name: ProgramName): string {
  return `${name} is not installed, and the system's package manager does not hand it out`;
}

function unpacked(name: ProgramName): Program[] {
  const folder = join(cache, name);
  const libraries = globSync('usr/lib/*-linux-*', { cwd: folder }).map((path) => join(folder, path));
  const env = libraries.length > 0 ? { LD_LIBRARY_PATH: libraries.join(delimiter) } : {};
  return ['usr/sbin', 'usr/bin'].map((path) => ({ path: join(folder, path, name), env }));
}

async function runs(name: ProgramName, { path, env }: Program): Promise<boolean> {
  try {
    accessSync(path, constants.X_OK);
    await execute(path, [programs[name].version], { env: { ...process.env, ...env } });
    return true;
  } catch {
    return false;
  }
}

function failureOf(name: ProgramName): string {
  return join(cache, `no-${name}`);
}

function failedLately(name: ProgramName): boolean {
  const failed = statSync(failureOf(name), { throwIfNoEntry: false });
  return failed !== undefined && Date.now() - failed.mtimeMs < forgetFailureAfter;
}

/** In a folder of its own first: several tests may do so at once, and the first one wins. */
async function unpack(name: ProgramName): Promise<void> {
  await mkdir(cache, { recursive: true });
  const draft = await mkdtemp(join(cache, 'draft-'));
  try {
    await download(name, draft).catch(async () => {
      // The lists of packages may never have been fetched.
      await execute('apt-get', ['update', '-q', ...patience], { timeout: downloadLimit });
      await download(name, draft);
    });
    const folder = join(draft, name);
    for (const file of globSync('*.deb', { cwd: draft })) {
      await execute('dpkg-deb', ['-x', join(draft, file), folder]);
    }
    await rename(folder, join(cache, name)).catch(() => {});
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
}

const patience = ['-o', 'Acquire::Retries=0', '-o', 'Acquire::http::Timeout=10'];

async function download(name: ProgramName, folder: string): Promise<void> {
  const args = ['download', '-q', ...patience, ...programs[name].packages];
  await execute('apt-get', args, { cwd: folder, timeout: downloadLimit });
}
