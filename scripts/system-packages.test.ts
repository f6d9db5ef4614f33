import { dirname } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  browserMissing,
  findChromium,
  findFirefox,
  findPostgres,
  findServer,
  findTestBrowser,
  findWebKit,
  installCommands,
  type Machine,
} from './system-packages.ts';

/** A machine with only these programs installed. */
function machineWith(programs: string[], env: NodeJS.ProcessEnv = {}): Machine {
  return {
    env: { PATH: '/usr/local/bin:/usr/bin', ...env },
    isProgram: (path) => programs.includes(path),
    names: (folder) => [
      ...new Set(
        programs
          .filter((path) => dirname(path).startsWith(`${folder}/`))
          .map((path) => path.slice(folder.length + 1).split('/')[0] ?? ''),
      ),
    ],
  };
}

function postgresIn(folder: string): string[] {
  return ['initdb', 'pg_ctl', 'postgres'].map((name) => `${folder}/${name}`);
}

const brewChrome = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome';

describe('findChromium', () => {
  it.each([
    ['Debian', ['/usr/bin/chromium'], '/usr/bin/chromium'],
    ['Fedora', ['/usr/bin/chromium-browser'], '/usr/bin/chromium-browser'],
    ['a machine with Chrome only', ['/usr/bin/google-chrome'], '/usr/bin/google-chrome'],
    ['macOS', [brewChrome], brewChrome],
    ['a bare machine', ['/usr/bin/firefox'], undefined],
  ])('looks in the folder of %s', (_name, programs, expected) => {
    expect(findChromium(machineWith(programs))).toBe(expected);
  });

  it('prefers CHROMIUM_PATH', () => {
    const machine = machineWith(['/usr/bin/chromium', '/opt/chrome'], { CHROMIUM_PATH: '/opt/chrome' });
    expect(findChromium(machine)).toBe('/opt/chrome');
  });

  it('does not ignore a wrong CHROMIUM_PATH', () => {
    const machine = machineWith(['/usr/bin/chromium'], { CHROMIUM_PATH: '/nowhere' });
    expect(() => findChromium(machine)).toThrow('CHROMIUM_PATH names no program: /nowhere');
  });
});

describe('findTestBrowser', () => {
  const both = ['/usr/bin/chromium', '/usr/bin/chromium-headless-shell'];

  it.each([
    ['the headless shell', both, {}, '/usr/bin/chromium-headless-shell'],
    ['Chromium where there is no shell', ['/usr/bin/chromium'], {}, '/usr/bin/chromium'],
    ['CHROMIUM_PATH before any other', both, { CHROMIUM_PATH: '/usr/bin/chromium' }, '/usr/bin/chromium'],
  ])('takes %s', (_name, programs, env, expected) => {
    expect(findTestBrowser(machineWith(programs, env))).toBe(expected);
  });
});

describe('findServer', () => {
  it('finds a server that is not on the PATH', () => {
    expect(findServer('nginx', machineWith(['/usr/sbin/nginx']))).toBe('/usr/sbin/nginx');
    expect(findServer('nginx', machineWith([]))).toBeUndefined();
  });
});

describe('other browsers', () => {
  it.each([
    ['Debian', ['/usr/bin/firefox-esr', '/usr/bin/firefox'], '/usr/bin/firefox-esr'],
    ['Fedora', ['/usr/bin/firefox'], '/usr/bin/firefox'],
    ['a machine without it', [], undefined],
  ])('finds Firefox on %s', (_name, programs, expected) => {
    expect(findFirefox(machineWith(programs))).toBe(expected);
  });

  it('finds WebKit only with a screen to run it on', () => {
    const [driver, xvfb] = ['/usr/bin/WebKitWebDriver', '/usr/bin/Xvfb'];
    expect(findWebKit(machineWith([driver, xvfb]))).toEqual({ driver, xvfb });
    expect(findWebKit(machineWith([driver]))).toBeUndefined();
  });

  it('names the packages to install', () => {
    expect(browserMissing('WebKitWebDriver', 'Xvfb')).toBe(
      'WebKitWebDriver or Xvfb is not installed: install `webkit2gtk-driver` and `xvfb`',
    );
  });
});

describe('findPostgres', () => {
  const debian = (major: number) => `/usr/lib/postgresql/${major}/bin`;

  it.each([
    ['Debian', postgresIn(debian(15)), debian(15)],
    ['the PostgreSQL project', postgresIn('/usr/pgsql-18/bin'), '/usr/pgsql-18/bin'],
    ['Fedora', postgresIn('/usr/bin'), '/usr/bin'],
    ['Homebrew', postgresIn('/opt/homebrew/opt/postgresql@17/bin'), '/opt/homebrew/opt/postgresql@17/bin'],
    ['a machine with the client only', ['/usr/bin/psql'], undefined],
    ['a machine whose version is too old', postgresIn(debian(13)), undefined],
  ])('looks in the folder of %s', (_name, programs, expected) => {
    expect(findPostgres(machineWith(programs))).toBe(expected);
  });

  it('takes the newest version by number', () => {
    const programs = [...postgresIn(debian(15)), ...postgresIn(debian(100)), ...postgresIn(debian(17))];
    expect(findPostgres(machineWith(programs))).toBe(debian(100));
  });

  it('prefers PG_BIN, and does not ignore a wrong one', () => {
    const programs = [...postgresIn(debian(15)), ...postgresIn('/opt/pg')];
    expect(findPostgres(machineWith(programs, { PG_BIN: '/opt/pg' }))).toBe('/opt/pg');
    expect(() => findPostgres(machineWith(programs, { PG_BIN: '/opt/other' }))).toThrow(
      'PG_BIN names no folder with initdb, pg_ctl, postgres: /opt/other',
    );
  });
});

describe('installCommands', () => {
  it("keeps Debian from making a cluster of its own, and leaves Debian's setting as it was", () => {
    const commands = installCommands('postgresql').map((command) => command.join(' '));
    expect(commands).toEqual([
      expect.stringMatching(/apt-get install .*--no-install-recommends.* postgresql-common$/),
      expect.stringMatching(/^pg_conftool .* set create_main_cluster false$/),
      expect.stringMatching(/apt-get install .*--no-install-recommends.* postgresql$/),
      expect.stringMatching(/^pg_conftool .* remove create_main_cluster$/),
    ]);
  });

  it.each(['chromium', 'postgresql'] as const)('never waits for an answer when it installs %s', (wanted) => {
    const installs = installCommands(wanted).filter((command) => command.includes('apt-get'));
    for (const command of installs) {
      expect(command).toContain('-y');
      expect(command).toContain('DEBIAN_FRONTEND=noninteractive');
    }
  });
});
