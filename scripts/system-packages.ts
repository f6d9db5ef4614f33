import { spawnSync } from 'node:child_process';
import { accessSync, constants, readdirSync, statSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { runCommand } from './run-command.ts';

/** The machine on which programs are searched, so that a test can describe one. */
export interface Machine {
  env: NodeJS.ProcessEnv;
  isProgram(path: string): boolean;
  /** Names in a folder; none if it does not exist. */
  names(folder: string): string[];
}

type Wanted = 'chromium' | 'chromium-headless-shell' | 'postgresql';

/** Chromium without windows: a new page costs it a third of the processor time. */
const headlessShell = 'chromium-headless-shell';
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

/** Programs that some tests run beside the portal, each with the package that holds it. */
const packageOf = {
  nginx: 'nginx',
  caddy: 'caddy',
  pgbouncer: 'pgbouncer',
  haproxy: 'haproxy',
  'fail2ban-regex': 'fail2ban',
  buildah: 'buildah',
  mmdebstrap: 'mmdebstrap',
} as const;
export type ServerName = keyof typeof packageOf;
/** Only the long form of the tests builds the image. */
export const imageTools = ['buildah', 'mmdebstrap'] as const;
const testServers: readonly ServerName[] = ['nginx', 'caddy', 'pgbouncer', 'haproxy', 'fail2ban-regex'];
/** Programs of the browsers that some tests drive besides Chromium, with their packages. */
const browserPrograms = {
  'firefox-esr': 'firefox-esr',
  WebKitWebDriver: 'webkit2gtk-driver',
  Xvfb: 'xvfb',
} as const;
type BrowserProgram = keyof typeof browserPrograms;
const firefoxNames = ['firefox-esr', 'firefox'];
const firefoxPlaces = ['/snap/bin/firefox', '/Applications/Firefox.app/Contents/MacOS/firefox'];

/** Folders of servers that are not on everybody's PATH. */
const serverPlaces = ['/usr/local/sbin', '/usr/sbin', '/sbin'];

/** The browser for tests: Chromium's headless shell, or what `findChromium` finds. */
export function findTestBrowser(machine: Machine = thisMachine): string | undefined {
  if (machine.env.CHROMIUM_PATH) return findChromium(machine);
  return onPath(machine, [headlessShell]) ?? findChromium(machine);
}

/** The path of Chromium or Chrome, or undefined. Throws if CHROMIUM_PATH is set and names no program. */
export function findChromium(machine: Machine = thisMachine): string | undefined {
  const given = machine.env.CHROMIUM_PATH;
  if (given) {
    if (!machine.isProgram(given)) throw new Error(`CHROMIUM_PATH names no program: ${given}`);
    return given;
  }
  return onPath(machine, chromiumNames) ?? chromiumPlaces.find((path) => machine.isProgram(path));
}

/** The path of a server, or undefined. */
export function findServer(name: ServerName, machine: Machine = thisMachine): string | undefined {
  return onPath(machine, [name]) ?? serverPlaces.map((folder) => join(folder, name)).find(machine.isProgram);
}

/** The path of Firefox, or undefined. */
export function findFirefox(machine: Machine = thisMachine): string | undefined {
  return onPath(machine, firefoxNames) ?? firefoxPlaces.find((path) => machine.isProgram(path));
}

/** The paths of what WebKitGTK's browser is driven with, or undefined if one of them is missing. */
export function findWebKit(machine: Machine = thisMachine): { driver: string; xvfb: string } | undefined {
  const driver = onPath(machine, ['WebKitWebDriver']);
  const xvfb = onPath(machine, ['Xvfb']);
  return driver && xvfb ? { driver, xvfb } : undefined;
}

/** The reason why the tests in a browser are skipped, and the remedy. */
export function browserMissing(...programs: BrowserProgram[]): string {
  const packages = programs.map((program) => `\`${browserPrograms[program]}\``).join(' and ');
  return `${programs.join(' or ')} is not installed: install ${packages}`;
}

/** The reason why a test that needs a server is skipped, and the remedy. */
export function serverMissing(name: ServerName): string {
  return `${name} is not installed: install the package \`${packageOf[name]}\``;
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

/**
 * The browser for tests, installed with apt-get if missing and allowed, the headless shell beside an existing
 * Chromium.
 */
export async function ensureTestBrowser(): Promise<string> {
  const missing =
    'The browser tests need Chromium: install the package `chromium`, or set CHROMIUM_PATH to a Chromium or Chrome.';
  const shell = () => onPath(thisMachine, [headlessShell]);
  if (!process.env.CHROMIUM_PATH && !shell() && aptPrefix()) {
    await install(headlessShell, shell, '').catch(() => console.log('Going on without the headless shell.'));
  }
  return findTestBrowser() ?? (await install('chromium', findChromium, missing));
}

/**
 * Installs missing servers and browsers for root with apt-get, as in a container: on somebody's own machine the servers
 * would begin to serve. The tests that need one that is still missing are skipped and reported.
 */
export async function ensureOptionalPackages(): Promise<void> {
  const browsers: string[] = [];
  if (!findFirefox()) browsers.push(browserPrograms['firefox-esr']);
  if (!findWebKit()) browsers.push(browserPrograms.WebKitWebDriver, browserPrograms.Xvfb);
  await installMissing(testServers, browsers);
}

/** Installs the missing ones of these programs likewise. */
export function ensureServers(names: readonly ServerName[]): Promise<void> {
  return installMissing(names, []);
}

async function installMissing(names: readonly ServerName[], others: readonly string[]): Promise<void> {
  const missing = [...names.filter((name) => !findServer(name)).map((name) => packageOf[name]), ...others];
  if (missing.length === 0 || aptPrefix()?.length !== 0) return;
  await updateAptOnce([]);
  await runCommand(aptInstall(...missing));
}

/** The folder of PostgreSQL's programs, installed with apt-get if missing and allowed. */
export async function ensurePostgres(): Promise<string> {
  const missing = `The tests need PostgreSQL ${oldestPostgres} or newer: install the package \`postgresql\`, or set PG_BIN to the folder of initdb and pg_ctl.`;
  return findPostgres() ?? (await install('postgresql', findPostgres, missing));
}

/** The commands that install `wanted` with apt-get. */
export function installCommands(wanted: Wanted): string[][] {
  if (wanted !== 'postgresql') return [aptInstall(wanted)];
  // Debian's package creates and starts a cluster by default; the tests do not need it.
  const setting = '/etc/postgresql-common/createcluster.conf';
  return [
    aptInstall('postgresql-common'),
    ['pg_conftool', setting, 'set', 'create_main_cluster', 'false'],
    aptInstall('postgresql'),
    ['pg_conftool', setting, 'remove', 'create_main_cluster'],
  ];
}

/** Without a network, neither of them delays a test run for long. */
const impatient = ['-q', '-o', 'Acquire::Retries=0', '-o', 'Acquire::http::Timeout=10'];

function aptInstall(...names: string[]): string[] {
  const options = [...impatient, '-y', '--no-install-recommends', '-o', 'DPkg::Lock::Timeout=300'];
  return ['env', 'DEBIAN_FRONTEND=noninteractive', 'apt-get', 'install', ...options, ...names];
}

async function install(wanted: Wanted, find: () => string | undefined, missing: string): Promise<string> {
  const prefix = aptPrefix();
  if (!prefix) throw new Error(missing);

  console.log(`Installing ${wanted} with apt-get.`);
  await updateAptOnce(prefix);
  for (const command of installCommands(wanted)) {
    const code = await runCommand([...prefix, ...command]);
    if (code !== 0) throw new Error(`${missing} (\`${command.join(' ')}\` ended with ${code}.)`);
  }
  const found = find();
  if (!found) throw new Error(`${missing} (apt-get installed a package that does not hold it.)`);
  return found;
}

let aptUpdated = false;

/** A failed update is not fatal: the present lists may suffice, and the install reports if they do not. */
async function updateAptOnce(prefix: string[]): Promise<void> {
  if (aptUpdated) return;
  aptUpdated = true;
  await runCommand([...prefix, 'apt-get', 'update', ...impatient]);
}

/** The prefix of a command of apt-get; undefined where there is none, or this user may not install. */
function aptPrefix(): string[] | undefined {
  if (!onPath(thisMachine, ['apt-get'])) return undefined;
  if (process.getuid?.() === 0) return [];
  return spawnSync('sudo', ['-n', 'true'], { stdio: 'ignore' }).status === 0 ? ['sudo', '-n'] : undefined;
}

function hasPostgres(machine: Machine, folder: string): boolean {
  return postgresPrograms.every((name) => machine.isProgram(join(folder, name)));
}

function onPath(machine: Machine, names: string[]): string | undefined {
  return searchPath(machine)
    .flatMap((folder) => names.map((name) => join(folder, name)))
    .find(machine.isProgram);
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
