import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, globSync } from 'node:fs';
import { cp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { buildClientIfStale } from '../scripts/build-client.ts';
import { processVariables } from '../scripts/node-flags.ts';
import { freePort } from './helpers/free-port.ts';
import { goodBody } from './helpers/good-bodies.ts';
import { lastDescendant } from './helpers/last-descendant.ts';
import { newFolder } from './helpers/scratch.ts';
import { type StartedProgram, startProgram } from './helpers/started-program.ts';

// Each test starts npm, and some of them build the client.
vi.setConfig({ testTimeout: 300_000 });

beforeAll(() => {
  buildClientIfStale();
});

const execute = promisify(execFile);
const root = resolve(import.meta.dirname, '..');

/** A copy of the project in another folder, with the installed packages and the existing build. */
async function copyOfProject(name = ''): Promise<string> {
  const folder = join(await newFolder(), name);
  const copied = '{package*.json,tsconfig*.json,vite.config.ts,content,domain,client,server,scripts,dist}';
  for (const name of globSync(copied, { cwd: root })) {
    await cp(join(root, name), join(folder, name), { recursive: true });
  }
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'));
  return folder;
}

function npmStart(env: NodeJS.ProcessEnv, { cwd = root, args = [] as string[] } = {}): StartedProgram {
  const npm = startProgram('npm', ['start', '--', ...args], {
    cwd,
    env: { ...process.env, LOG_LEVEL: 'warn', NODE_ENV: undefined, ...env },
  });
  onTestFinished(() => npm.end('SIGTERM'));
  return npm;
}

async function untilPrinted(npm: StartedProgram, text: RegExp): Promise<string> {
  await npm.until(() => text.test(npm.printed()));
  return npm.printed();
}

async function untilEnded({ child, printed }: StartedProgram) {
  if (child.exitCode === null) await once(child, 'close');
  return { code: child.exitCode, lines: linesOf(printed()) };
}

/** Without npm's own: it says which script it runs. */
function linesOf(printed: string): string[] {
  return printed.split('\n').filter((line) => line !== '' && !/^(>|npm )/.test(line));
}

describe('npm start', () => {
  it('says so in a folder whose name the build does not take', async () => {
    const cwd = await copyOfProject('portal #2');
    await rm(join(cwd, 'dist'), { recursive: true });
    const { code, lines } = await untilEnded(npmStart({ DATA_DIR: await newFolder(), PORT: '0' }, { cwd }));
    expect({ code, last: lines.at(-1) }).toEqual({
      code: 1,
      last: `The pages cannot be built in ${cwd}, because of # or ? in its path. Move the folder.`,
    });
  });

  it('prints what matters and nothing else, with the real port where PORT is 0', async () => {
    const dataDir = await newFolder();
    const started = npmStart({ DATA_DIR: dataDir, PORT: '0' });
    const printed = await untilPrinted(started, /^Mail: /m);
    expect(linesOf(printed)).toEqual([
      expect.stringMatching(/^SDC Portal: http:\/\/localhost:[1-9]\d+$/),
      expect.stringMatching(
        /^Set it up \(works once, for a day\): http:\/\/localhost:[1-9]\d+\/setup\?token=[\w-]{32}$/,
      ),
      `Data: ${join(dataDir, 'portal.sqlite')}`,
      expect.stringContaining(`Mail: files in ${join(dataDir, 'outbox')}`),
    ]);
    const address = /http:\S+/.exec(printed)?.[0] ?? '';
    expect((await fetch(`${address}/api/ready`)).status).toBe(200);
    // Only Linux shows the variables of a process, which are those of the units and the image.
    if (process.platform !== 'linux') return;
    const portal = lastDescendant(started.child.pid);
    const variables = (await readFile(`/proc/${portal}/environ`, 'utf8')).split('\0');
    for (const [name, value] of Object.entries(processVariables))
      expect(variables).toContain(`${name}=${value}`);
  });

  it('ends with its own process when that is asked to end, and prints a link until one is used', async () => {
    const port = await freePort();
    const env = { DATA_DIR: await newFolder(), PORT: String(port) };
    const linkOf = (printed: string) => /\/setup\?token=(\S+)/.exec(printed)?.[1];
    const started = npmStart(env);
    const first = linkOf(await untilPrinted(started, /^Mail: /m));
    await started.end('SIGTERM');
    await expect(fetch(`http://127.0.0.1:${port}/api/health`)).rejects.toThrow();
    const second = npmStart(env);
    const token = linkOf(await untilPrinted(second, /^Mail: /m));
    expect(token).not.toBe(first);
    const url = `http://localhost:${port}`;
    const used = await fetch(`${url}/api/setup`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Origin: url },
      body: JSON.stringify({ ...goodBody('POST', '/api/setup'), token }),
    });
    expect(used.status).toBe(201);
    await second.end('SIGTERM');
    const third = await untilPrinted(npmStart(env), /^Mail: /m);
    expect(third).toContain(`SDC Portal: ${url}\nSign in: ${url}/admin\n`);
    expect(linkOf(third)).toBeUndefined();
  });

  it('on a busy port says so in one line and leaves no portal', async () => {
    const port = await freePort();
    const other = createServer().listen(port, '127.0.0.1');
    await once(other, 'listening');
    onTestFinished(async () => {
      other.close();
    });
    const dataDir = await newFolder();
    const busy = await untilEnded(npmStart({ DATA_DIR: dataDir, PORT: String(port) }));
    expect(busy).toEqual({ code: 1, lines: [expect.stringMatching(`^Port ${port} is in use.+set PORT`)] });
    expect(existsSync(join(dataDir, 'portal.sqlite'))).toBe(false);
    const started = npmStart({ DATA_DIR: dataDir, PORT: '0' });
    expect(await untilPrinted(started, /^Mail: /m)).toContain('/setup?token=');
  });

  it.each([
    ['a foreign HOST', { HOST: '192.0.2.1' }, [], /^HOST 192\.0\.2\.1 is not an address of this machine/],
    [
      'SMTP_URL without MAIL_FROM',
      { SMTP_URL: 'smtp://mail.test' },
      [],
      /^MAIL_FROM must be set with SMTP_URL/,
    ],
    ['an unknown option', {}, ['--fast'], /^Unknown option '--fast'.+--demo/],
    [
      'a PostgreSQL that is not there',
      { DATABASE_URL: 'postgres://portal:secret-word@127.0.0.1:1/portal' },
      [],
      /^postgres:\/\/portal@127\.0\.0\.1:1\/portal: no PostgreSQL server listens there/,
    ],
  ])('says %s in one line', async (_name, env, args, line) => {
    const ended = await untilEnded(npmStart({ DATA_DIR: await newFolder(), PORT: '0', ...env }, { args }));
    expect(ended).toEqual({ code: 1, lines: [expect.stringMatching(line)] });
    expect(ended.lines.join()).not.toContain('secret-word');
  });

  it('prints no log lines at a terminal', async ({ skip }) => {
    const terminal = await execute('script', ['--version']).catch(() => null);
    if (!terminal) return skip('script (util-linux) is not installed');
    const env = { ...process.env, DATA_DIR: await newFolder(), PORT: '0', NODE_ENV: undefined };
    const child = spawn('script', ['-qfec', 'npm start', '/dev/null'], { cwd: root, env, stdio: 'pipe' });
    onTestFinished(async () => {
      child.kill('SIGTERM');
    });
    let shown = '';
    child.stdout.on('data', (text) => {
      shown += text;
    });
    await expect.poll(() => shown).toMatch(/^Mail: /m);
    expect(shown).toContain('/setup?token=');
    expect(shown).not.toContain('"level"');
  });
});

it('names the package of the build that npm left out, in one line', async () => {
  const folder = await copyOfProject();
  await rm(join(folder, 'dist'), { recursive: true });
  // The build then looks in this place only, and reports what it reports without the package.
  const env = { ...process.env, NAPI_RS_NATIVE_LIBRARY_PATH: join(folder, 'nothing.node') };
  const build = await execute('npm', ['run', '-s', 'build'], { cwd: folder, env }).catch((error) => error);
  const line = /^npm left out the package of the build for \S+: run `npm install --include=optional`\.\n$/;
  expect(build).toMatchObject({ code: 1, stdout: '', stderr: expect.stringMatching(line) });
});

describe('a fault in content/', () => {
  const club = 'content/club.json';

  it('is one line at npm start and at npm run build', async () => {
    const folder = await copyOfProject();
    const text = await readFile(join(folder, club), 'utf8');
    await writeFile(join(folder, club), text.replace('"shortName"', '"shortname"'));
    const line = /^content\/club\.json: .*shortName: is missing/;
    const ended = await untilEnded(npmStart({ DATA_DIR: await newFolder(), PORT: '0' }, { cwd: folder }));
    expect(ended).toEqual({ code: 1, lines: [expect.stringMatching(line)] });
    const build = await execute('npm', ['run', '-s', 'build'], { cwd: folder }).catch((error) => error);
    expect(build).toMatchObject({ code: 1, stdout: '', stderr: expect.stringMatching(line) });
    expect(build.stderr.trim().split('\n')).toHaveLength(1);
  });

  it('an edited file is shown after a start, a byte order mark included; of two starts, one builds', async () => {
    const folder = await copyOfProject();
    await rm(join(folder, 'dist'), { recursive: true });
    const text = await readFile(join(folder, club), 'utf8');
    await writeFile(
      join(folder, club),
      `\uFEFF${text.replaceAll('Software Development Club', 'Edited Club')}`,
    );
    const folders = [await newFolder(), await newFolder()];
    const both = folders.map((DATA_DIR) => npmStart({ DATA_DIR, PORT: '0' }, { cwd: folder }));
    const printed = await Promise.all(both.map((started) => untilPrinted(started, /^Mail: /m)));
    expect(printed.filter((output) => output.includes('Building the pages'))).toHaveLength(1);
    const addresses = printed.map((output) => /http:\S+/.exec(output)?.[0] ?? '');
    for (const address of addresses) {
      const page = await (await fetch(`${address}/about`)).text();
      expect(page).toContain('Edited Club');
      expect(page).not.toContain('Software Development Club');
    }
  });
});
