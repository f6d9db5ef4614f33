import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chmod, copyFile, mkdir, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { newFolder } from '#tests/helpers/scratch.ts';
import packageFile from '../package.json' with { type: 'json' };

const platform = `${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`;
const packageName = `node-${platform}`;
/** A version of the packages for which the Node that runs these tests is too old, and one for which it is just new enough. */
const [newer, current] = ['99.0.0', `${process.versions.node.split('.')[0]}.99.0`];

/** A project whose packages bring Node to the platforms; `program` is what they bring to this one. */
async function makeProject({ version = current, program = '', packages = [packageName] } = {}) {
  // A name with what means something in an address.
  const folder = join(await newFolder(), 'a portal #1?');
  await mkdir(join(folder, 'scripts'), { recursive: true });
  const optionalDependencies = Object.fromEntries(packages.map((name) => [name, version]));
  await writeFile(join(folder, 'package.json'), JSON.stringify({ optionalDependencies }));
  await copyFile(join(import.meta.dirname, 'launch.cjs'), join(folder, 'scripts/launch.cjs'));
  const bin = join(folder, 'node_modules', packageName, 'bin');
  await mkdir(bin, { recursive: true });
  const node = join(bin, 'node');
  if (program === process.execPath) await symlink(program, node);
  else if (program) await writeFile(node, program, { mode: 0o755 });
  return { folder, node };
}

/** Runs the launcher from another folder. `flags` are for the Node that runs it. */
function launch(folder: string, args: string[], flags: string[] = []) {
  const command = [...flags, join(folder, 'scripts/launch.cjs'), ...args];
  const { NODE_COMPILE_CACHE: _, ...env } = process.env;
  const child = spawn(process.execPath, command, { cwd: '/', env, stdio: 'pipe' });
  const outputs = Promise.all([text(child.stdout), text(child.stderr)]);
  const ended = once(child, 'close').then(async ([code, signal]) => {
    const [out, err] = await outputs;
    return { code, signal, out, err };
  });
  return { child, ended };
}

const faults = {
  'npm left it out': [
    {},
    /npm left out its package node-\S+: run `npm install --include=optional`, or install/,
  ],
  'libatomic is missing': [
    {
      program:
        '#!/bin/sh\necho "node: error while loading shared libraries: libatomic.so.1: cannot open shared object file: No such file or directory" >&2; exit 127\n',
    },
    /needs libatomic, which this system lacks: install it \(`apt-get install libatomic1` on Debian/,
  ],
  'another library is missing': [
    {
      program:
        '#!/bin/sh\necho "node: error while loading shared libraries: libstdc++.so.6: cannot open shared object file: No such file or directory" >&2; exit 127\n',
    },
    /lacks a library: install libstdc\+\+\.so\.6, or install/,
  ],
  'the system has no glibc': [{ program: '#!/lib64/no-such-loader\n' }, /needs a system with glibc: install/],
  'glibc is too old': [
    { program: '#!/bin/sh\necho "node: version \\`GLIBC_2.28\' not found" >&2; exit 1\n' },
    /does not start here \(node: version `GLIBC_2\.28' not found\): install/,
  ],
  'it crashes without a word': [{ program: '#!/bin/sh\nexit 3\n' }, /does not start here \(exit code 3\)/],
  'no package is for this platform': [
    { packages: ['node-aix-ppc64'] },
    new RegExp(`No package brings it to ${platform}: install`),
  ],
} satisfies Record<string, [Parameters<typeof makeProject>[0], RegExp]>;

describe('where the Node of the packages does not run', () => {
  it.each(Object.entries(faults))(
    'because %s, one line says what to do',
    async (_reason, [project, line]) => {
      const { folder } = await makeProject({ ...project, version: newer });
      const { code, out, err } = await launch(folder, ['program.mjs']).ended;
      expect({ code, out }).toEqual({ code: 1, out: '' });
      expect(err).toMatch(line);
      expect(err).toMatch(
        /^The portal runs on Node 99\. .+install Node 99 or later\. This is Node \d+\.\S+\.\n$/,
      );
    },
  );

  it('a new enough one of the machine does', async () => {
    const { folder } = await makeProject(faults['it crashes without a word'][0]);
    const { code, out } = await launch(folder, []).ended;
    expect({ code, out }).toEqual({ code: 0, out: `${process.execPath}\n` });
  });

  it('because it may not be executed, one line says so', async () => {
    const { folder, node } = await makeProject({ version: newer, program: '#!/bin/sh\n' });
    await chmod(node, 0o644);
    const { code, err } = await launch(folder, ['program.mjs']).ended;
    expect(code).toBe(1);
    expect(err).toMatch(/^The portal runs .+does not start here \(.*EACCES\): .+\n$/);
  });

  it('because nothing is installed, the machine’s own does not run it either', async () => {
    const { folder } = await makeProject();
    await rm(join(folder, 'node_modules'), { recursive: true });
    const { code, out, err } = await launch(folder, ['program.mjs']).ended;
    expect({ code, out, err }).toEqual({
      code: 1,
      out: '',
      err: 'The packages are not installed. Run `npm install` first.\n',
    });
  });
});

it('prints the path of the Node of the packages, if no script is given', async () => {
  const { folder, node } = await makeProject({ program: process.execPath, version: newer });
  expect((await launch(folder, []).ended).out).toBe(`${node}\n`);
});

/** Node before 22.15 cannot replace its process. */
const withoutReplacing = ['--import', 'data:text/javascript,delete process.execve'];

describe.each([
  ['replaces itself', []],
  ['stays', withoutReplacing],
])('a launcher that %s', (_what, flags) => {
  async function run(program: string, args: string[] = []) {
    const { folder } = await makeProject({ program: process.execPath });
    await writeFile(join(folder, 'program.mjs'), program);
    return { folder, ...launch(folder, ['program.mjs', ...args], flags) };
  }

  it('passes arguments, flags, folder, input and exit code', async () => {
    const program = `let input = '';
      for await (const part of process.stdin) input += part;
      const { argv, execArgv } = process;
      console.log(JSON.stringify({ args: argv.slice(2), execArgv, cwd: process.cwd(), input }));
      process.exitCode = 7;`;
    const args = ['--members', 'two words', '"', '*', ''];
    const { child, ended } = await run(program, args);
    child.stdin.end('typed');
    const { code, out } = await ended;
    expect(code).toBe(7);
    expect(JSON.parse(out)).toEqual({ args, execArgv: flags, cwd: '/', input: 'typed' });
  });

  it.each(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)(
    'passes %s, and waits until the program has ended',
    async (signal) => {
      const { child, ended } = await run(`
      process.on('${signal}', () => setTimeout(() => { console.log('tidied'); process.exit(5); }, 100));
      setTimeout(() => {}, 20_000);
      console.log('started');`);
      await Promise.race([once(child.stdout, 'data'), ended]);
      child.kill(signal);
      expect(await ended).toMatchObject({ code: 5, out: expect.stringContaining('tidied') });
    },
  );

  it('ends by the signal that ended the program', async () => {
    const { ended } = await run(`process.kill(process.pid, 'SIGKILL'); setTimeout(() => {}, 20_000);`);
    expect(await ended).toMatchObject({ code: null, signal: 'SIGKILL' });
  });

  it('keeps compiled code beside the packages', async () => {
    const { folder, ended } = await run(`console.log(process.env.NODE_COMPILE_CACHE)`);
    const cache = join(folder, 'node_modules/.cache/compiled');
    expect((await ended).out).toBe(`${cache}\n`);
    expect(existsSync(cache)).toBe(true);
  });
});

it('every script of package.json goes through it', async () => {
  const commands = Object.values(packageFile.scripts);
  expect(commands.filter((command) => !/^(exec )?node scripts\/launch\.cjs \S+/.test(command))).toEqual([]);
  const scripts = commands.map((command) => /launch\.cjs (\S+)/.exec(command)?.[1] ?? '');
  for (const script of scripts)
    expect(existsSync(join(import.meta.dirname, '..', script)), script).toBe(true);
});
