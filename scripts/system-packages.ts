import { accessSync, constants, globSync, mkdirSync, statSync, writeFileSync } from 'node:fs';
import { delimiter, join, resolve } from 'node:path';
import { runCommand } from './run-command.ts';

/** Programs that tests and tools run beside the portal, each with Debian's packages that it needs. */
const packageOf = {
  // Chromium without windows: a new page costs it a third of the processor time.
  // Pages fall back to fonts with the metrics of Arial until theirs have come, and a small Linux has none.
  'chromium-headless-shell': 'chromium-headless-shell fonts-liberation',
  chromium: 'chromium',
  postgres: 'postgresql',
  nginx: 'nginx',
  caddy: 'caddy',
  haproxy: 'haproxy',
  'firefox-esr': 'firefox-esr',
  WebKitWebDriver: 'webkit2gtk-driver',
  Xvfb: 'xvfb',
} as const;
type Program = keyof typeof packageOf;

/** Programs without which some tests are skipped. */
export const optionalPrograms: readonly Program[] = [
  ...(['nginx', 'caddy', 'haproxy'] as const),
  ...(['firefox-esr', 'WebKitWebDriver', 'Xvfb'] as const),
];

/** Names and places on other systems. */
const otherNames: Partial<Record<Program, readonly string[]>> = {
  chromium: [
    ...['chromium-browser', 'google-chrome-stable', 'google-chrome'],
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  ],
  'firefox-esr': ['firefox', '/Applications/Firefox.app/Contents/MacOS/firefox'],
};

/** Without them, Chromium needs what containers lack, and calls Google's hosts at every start. */
export const chromiumSwitches = [
  ...['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-sync'],
  ...['--disable-background-networking', '--disable-component-update'],
];

/** Folders with one installation for each major version. */
const postgresFolders = [
  '/usr/lib/postgresql/*/bin',
  '/usr/pgsql-*/bin',
  '/{opt/homebrew,usr/local}/opt/postgresql@*/bin',
];
const postgresPrograms = ['initdb', 'pg_ctl', 'postgres'];
/** The tests' cluster sorts text by ICU rules, as a real one often does; `initdb` offers that from here on. */
const oldestPostgres = 15;

/** The path of an installed program, or undefined. */
export function findProgram(name: Program): string | undefined {
  // Servers are not on everybody's PATH.
  const folders = [...searchPath(), '/usr/local/sbin', '/usr/sbin', '/sbin'];
  const names = [name, ...(otherNames[name] ?? [])];
  return names.flatMap((other) => folders.map((folder) => resolve(folder, other))).find(isProgram);
}

/** The reason why a test that needs the programs is skipped, and the remedy. */
export function programMissing(...names: Program[]): string {
  const packages = names.map((name) => `\`${packageOf[name]}\``).join(' and ');
  return `${names.join(' or ')} is not installed: install the package ${packages}`;
}

/** The browser for tests and benches: CHROMIUM_PATH, Chromium's headless shell or Chromium; undefined if there is none. */
export function findChromium(): string | undefined {
  return process.env.CHROMIUM_PATH || findProgram('chromium-headless-shell') || findProgram('chromium');
}

/** The path of the browser, which is installed if it is missing and that is allowed. */
export async function ensureChromium(): Promise<string> {
  if (!process.env.CHROMIUM_PATH) await installMissing(['chromium-headless-shell']);
  if (!findChromium()) await installMissing(['chromium']);
  const found = findChromium();
  if (found) return found;
  throw new Error(
    'Chromium is needed: install the package `chromium`, or set CHROMIUM_PATH to a Chromium or Chrome.',
  );
}

/** The folder of PostgreSQL's server programs, which is PG_BIN if that is set, or undefined. */
export function findPostgres(): string | undefined {
  const majorOf = (folder: string) => Number(/\d+/.exec(folder)?.[0]);
  const installed = globSync(postgresFolders)
    .filter((folder) => majorOf(folder) >= oldestPostgres)
    .sort((a, b) => majorOf(b) - majorOf(a));
  const folders = process.env.PG_BIN ? [process.env.PG_BIN] : [...installed, ...searchPath()];
  return folders.find((folder) => postgresPrograms.every((name) => isProgram(join(folder, name))));
}

/** The folder of PostgreSQL's programs, which are installed if they are missing and that is allowed. */
export async function ensurePostgres(): Promise<string> {
  if (!findPostgres()) await installMissing(['postgres']);
  const found = findPostgres();
  if (found) return found;
  throw new Error(
    `The tests need PostgreSQL ${oldestPostgres} or newer: install the package \`postgresql\`, or set PG_BIN to the folder of initdb and pg_ctl.`,
  );
}

/**
 * Installs missing programs for root with apt-get, as in a container: on somebody's own machine the servers would begin
 * to serve. The tests of a program that is still missing are skipped and reported.
 */
export async function installMissing(names: readonly Program[]): Promise<void> {
  const missing = names.filter((name) => !findProgram(name));
  if (missing.length === 0 || process.getuid?.() !== 0 || !isProgram('/usr/bin/apt-get')) return;
  console.log(`Installing ${missing.join(', ')} with apt-get.`);
  if (missing.includes('postgres')) {
    // Debian's package creates and starts a cluster by default; the tests do not need it.
    const settings = '/etc/postgresql-common/createcluster.d';
    mkdirSync(settings, { recursive: true });
    writeFileSync(join(settings, 'no-main-cluster.conf'), 'create_main_cluster = false\n');
  }
  // Without a network, this does not delay a test run for long.
  const aptGet = ['apt-get', '-q', '-o', 'Acquire::Retries=0', '-o', 'Acquire::http::Timeout=10'];
  await runCommand([...aptGet, 'update']);
  for (const name of missing) {
    const options = ['-y', '--no-install-recommends', '-o', 'DPkg::Lock::Timeout=300'];
    await runCommand([...aptGet, 'install', ...options, ...packageOf[name].split(' ')], {
      env: { DEBIAN_FRONTEND: 'noninteractive' },
    });
  }
}

function searchPath(): string[] {
  return (process.env.PATH ?? '').split(delimiter).filter((folder) => folder !== '');
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}
