import { spawnSync } from 'node:child_process';
import { accessSync, constants, readdirSync, statSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { runCommand } from './run-command.ts';

/** What finding a program needs to know of a machine, so that a test can describe one. */
export interface Machine {
  env: NodeJS.ProcessEnv;
  isProgram(path: string): boolean;
  /** Names in a folder; none if it is not there. */
  names(folder: string): string[];
}

type Manager = 'apt-get' | 'dnf' | 'brew';

const chromiumNames = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'];
const chromiumPlaces = [
  '/usr/lib64/chromium-browser/chromium-browser',
  '/snap/bin/chromium',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

const postgresPrograms = ['initdb', 'pg_ctl', 'postgres'];
/** Folders with one installation for each major version: where they are, and the programs' folder in each. */
const postgresPlaces = [
  { parent: '/usr/lib/postgresql', version: /^(\d+)$/, bin: 'bin' },
  { parent: '/usr', version: /^pgsql-(\d+)$/, bin: 'bin' },
  { parent: '/opt/homebrew/opt', version: /^postgresql@(\d+)$/, bin: 'bin' },
  { parent: '/usr/local/opt', version: /^postgresql@(\d+)$/, bin: 'bin' },
  { parent: '/Applications/Postgres.app/Contents/Versions', version: /^(\d+)$/, bin: 'bin' },
];
/** The tests' cluster sorts text by ICU rules, as a real one often does; `initdb` offers that from here on. */
const oldestPostgres = 15;

/** The path of Chromium or Chrome, or undefined. Throws if CHROMIUM_PATH is set and names no program. */
export function findChromium(machine: Machine = thisMachine): string | undefined {
  const given = machine.env.CHROMIUM_PATH;
  if (given) {
    if (!machine.isProgram(given)) throw new Error(`CHROMIUM_PATH names no program: ${given}`);
    return given;
  }
  const onPath = searchPath(machine).flatMap((folder) => chromiumNames.map((name) => join(folder, name)));
  return [...onPath, ...chromiumPlaces].find((path) => machine.isProgram(path));
}

/** The folder of PostgreSQL's server programs, newest version first, or undefined. Throws if PG_BIN lacks them. */
export function findPostgres(machine: Machine = thisMachine): string | undefined {
  const given = machine.env.PG_BIN;
  if (given) {
    if (!hasPostgres(machine, given)) {
      throw new Error(`PG_BIN names no folder with ${postgresPrograms.join(', ')}: ${given}`);
    }
    return given;
  }
  const installed = postgresPlaces.flatMap(({ parent, version, bin }) =>
    machine
      .names(parent)
      .map((name) => ({ major: Number(version.exec(name)?.[1] ?? 0), folder: join(parent, name, bin) }))
      .filter(({ major }) => major >= oldestPostgres)
      .sort((a, b) => b.major - a.major)
      .map(({ folder }) => folder),
  );
  return [...installed, ...searchPath(machine)].find((folder) => hasPostgres(machine, folder));
}

/** The path of Chromium, installed by the system's package manager if it is missing and that is allowed. */
export async function ensureChromium(): Promise<string> {
  const missing =
    'The browser tests need Chromium: install the package `chromium`, or set CHROMIUM_PATH to a Chromium or Chrome.';
  return findChromium() ?? (await install('chromium', findChromium, missing));
}

/** The folder of PostgreSQL's programs, installed by the package manager if missing and that is allowed. */
export async function ensurePostgres(): Promise<string> {
  const missing = `The tests need PostgreSQL ${oldestPostgres} or newer: install the package \`postgresql\`, or set PG_BIN to the folder of initdb and pg_ctl.`;
  return findPostgres() ?? (await install('postgresql', findPostgres, missing));
}

/** The commands that install `wanted` by `manager`; sudo stands before them where it is needed. */
export function installCommands(manager: Manager, wanted: 'chromium' | 'postgresql'): string[][] {
  if (manager === 'dnf') {
    return [['dnf', 'install', '-y', wanted === 'postgresql' ? 'postgresql-server' : wanted]];
  }
  if (manager === 'brew') {
    return wanted === 'postgresql'
      ? [['brew', 'install', 'postgresql@17']]
      : [['brew', 'install', '--cask', wanted]];
  }
  if (wanted === 'chromium') return [aptInstall('chromium')];
  // Debian's package makes and starts a cluster of its own unless it is told not to; the tests need none.
  const setting = '/etc/postgresql-common/createcluster.conf';
  return [
    aptInstall('postgresql-common'),
    ['pg_conftool', setting, 'set', 'create_main_cluster', 'false'],
    aptInstall('postgresql'),
    ['pg_conftool', setting, 'remove', 'create_main_cluster'],
  ];
}

function aptInstall(name: string): string[] {
  const options = ['-q', '-y', '--no-install-recommends', '-o', 'DPkg::Lock::Timeout=300'];
  return ['env', 'DEBIAN_FRONTEND=noninteractive', 'apt-get', 'install', ...options, name];
}

async function install(
  wanted: 'chromium' | 'postgresql',
  find: () => string | undefined,
  missing: string,
): Promise<string> {
  const manager = findManager();
  const prefix = manager && privilege(manager);
  if (!manager || !prefix) throw new Error(missing);

  console.log(`Installing ${wanted} by ${manager}.`);
  if (manager === 'apt-get') await updateAptOnce(prefix);
  for (const command of installCommands(manager, wanted)) {
    const code = await runCommand([...prefix, ...command]);
    if (code !== 0) throw new Error(`${missing} (\`${command.join(' ')}\` ended with ${code}.)`);
  }
  const found = find();
  if (!found) throw new Error(`${missing} (${manager} installed a package that does not hold it.)`);
  return found;
}

let aptUpdated = false;

/** A failed update is not the end: the lists that are there may do, and the install says so if they do not. */
async function updateAptOnce(prefix: string[]): Promise<void> {
  if (aptUpdated) return;
  aptUpdated = true;
  await runCommand([...prefix, 'apt-get', 'update', '-q']);
}

function findManager(): Manager | undefined {
  const managers: Manager[] = ['apt-get', 'dnf', 'brew'];
  return managers.find((name) =>
    searchPath(thisMachine).some((folder) => thisMachine.isProgram(join(folder, name))),
  );
}

/** What must stand before a package manager's command; undefined if this user may not install. */
function privilege(manager: Manager): string[] | undefined {
  if (manager === 'brew' || process.getuid?.() === 0) return [];
  const sudo = spawnSync('sudo', ['-n', 'true'], { stdio: 'ignore' });
  return sudo.status === 0 ? ['sudo', '-n'] : undefined;
}

function hasPostgres(machine: Machine, folder: string): boolean {
  return postgresPrograms.every((name) => machine.isProgram(join(folder, name)));
}

function searchPath(machine: Machine): string[] {
  return (machine.env.PATH ?? '').split(delimiter).filter((folder) => folder !== '');
}

const thisMachine: Machine = {
  env: process.env,
  isProgram(path) {
    try {
      accessSync(path, constants.X_OK);
      return statSync(path).isFile();
    } catch {
      return false;
    }
  },
  names(folder) {
    try {
      return readdirSync(folder);
    } catch {
      return [];
    }
  },
};
