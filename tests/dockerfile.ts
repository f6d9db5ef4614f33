import { execFile } from 'node:child_process';
import { cpSync, globSync, linkSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import * as z from 'zod/mini';

const execute = promisify(execFile);
const root = resolve(import.meta.dirname, '..');

/** The result of a Dockerfile, built in folders of this machine. */
export interface Packaged {
  /** The last stage's folder, with the content of the image's WORKDIR. */
  folder: string;
  env: Record<string, string>;
  command: string[];
  healthCheck: string[];
  /** The image's user; empty for root. */
  user: string;
}

interface Stage {
  name: string;
  folder: string;
  env: Record<string, string>;
  command: string[];
  healthCheck: string[];
  user: string;
}

/**
 * Executes the steps of a Dockerfile below the folder `into`, as far as this project uses them. `COPY` respects the
 * ignore file, `npm ci` links the packages that are installed here, and `npm run` runs the script. Throws for an
 * unknown step.
 */
export async function takeSteps(dockerfile: string, into: string): Promise<Packaged> {
  const ignore = ignoreRules(`${dockerfile}.dockerignore`);
  const stages: Stage[] = [];
  for (const step of stepsOf(readFileSync(join(root, dockerfile), 'utf8'))) {
    const [, word = '', rest = ''] = /^(\w+) +(.*)$/s.exec(step) ?? [];
    if (word === 'FROM') {
      const name = / AS (\w+)$/.exec(rest)?.[1] ?? `stage-${stages.length}`;
      const folder = join(into, name);
      mkdirSync(folder);
      stages.push({ name, folder, env: {}, command: [], healthCheck: [], user: '' });
      continue;
    }
    const stage = stages.at(-1);
    if (!stage) throw new Error(`a step before FROM: ${step}`);
    await take(word, rest, stage, { stages, ignore });
  }
  const last = stages.at(-1);
  if (!last) throw new Error('a Dockerfile without stages');
  return last;
}

async function take(
  word: string,
  rest: string,
  stage: Stage,
  { stages, ignore }: { stages: Stage[]; ignore: (path: string) => boolean },
): Promise<void> {
  if (word === 'ENV') Object.assign(stage.env, pairs(rest));
  else if (word === 'USER') stage.user = rest;
  else if (word === 'CMD') stage.command = words.parse(JSON.parse(rest));
  else if (word === 'HEALTHCHECK')
    stage.healthCheck = words.parse(JSON.parse(rest.slice(rest.indexOf('CMD') + 3)));
  else if (word === 'COPY') copy(rest, stage, stages, ignore);
  else if (word === 'RUN') await run(rest, stage);
  else if (!['WORKDIR', 'VOLUME', 'EXPOSE'].includes(word)) throw new Error(`unknown step: ${word} ${rest}`);
}

const words = z.array(z.string()).check(z.minLength(1));

function pairs(rest: string): Record<string, string> {
  return Object.fromEntries(rest.split(/\s+/).map((pair) => pair.split('=')));
}

/** One step per line, without comments, with continued lines joined. */
function stepsOf(text: string): string[] {
  return text
    .replace(/^#.*\n/gm, '')
    .replace(/\\\n\s*/g, '')
    .split('\n')
    .filter((line) => line.trim() !== '');
}

function copy(rest: string, stage: Stage, stages: Stage[], ignore: (path: string) => boolean): void {
  const [, from, paths = ''] = /^(?:--from=(\w+) +)?(.*)$/.exec(rest) ?? [];
  const [target = '', ...sources] = paths.split(/\s+/).reverse();
  const stageFolder = stages.find(({ name }) => name === from)?.folder;
  for (const source of sources) {
    const origin = stageFolder ?? root;
    const pattern = source.replace(/^\/portal\//, '');
    const found = globSync(pattern, { cwd: origin });
    if (found.length === 0) throw new Error(`nothing to copy: ${source}`);
    for (const path of found) {
      const to = join(stage.folder, target.endsWith('/') ? join(target, path) : target);
      cpSync(join(origin, path), to, {
        recursive: true,
        filter: (file) => stageFolder !== undefined || !ignore(file.slice(root.length + 1)),
      });
    }
  }
}

/** Whether the ignore file excludes a path: the last matching rule decides. */
function ignoreRules(file: string): (path: string) => boolean {
  const rules = readFileSync(join(root, file), 'utf8')
    .split('\n')
    .filter((line) => line !== '');
  return (path) => {
    let ignored = false;
    for (const rule of rules) {
      const pattern = rule.replace(/^!/, '');
      const speaksOf = pattern.startsWith('**/*.')
        ? path.endsWith(pattern.slice('**/*'.length))
        : new RegExp(`^${pattern.replaceAll('.', '\\.').replaceAll('*', '[^/]*')}(/|$)`).test(path);
      if (speaksOf) ignored = !rule.startsWith('!');
    }
    return ignored;
  };
}

async function run(rest: string, { folder }: Stage): Promise<void> {
  for (const command of rest.split('&&').map((part) => part.trim())) {
    if (command.startsWith('npm ci ')) install(folder, command);
    else if (command.startsWith('npm run ')) await runScript(folder, command.slice('npm run '.length));
    else if (!/^(npm cache clean|mkdir|chown) /.test(command)) throw new Error(`unknown command: ${command}`);
  }
}

const lockFile = z.object({
  packages: z.record(
    z.string(),
    z.object({
      dev: z._default(z.boolean(), false),
      optional: z._default(z.boolean(), false),
      devOptional: z._default(z.boolean(), false),
    }),
  ),
});

/** Links the packages that `npm ci` would install with these options, according to the lock file. */
function install(folder: string, command: string): void {
  const omitDev = command.includes('--omit=dev');
  const omitOptional = command.includes('--omit=optional');
  const { packages } = lockFile.parse(JSON.parse(readFileSync(join(folder, 'package-lock.json'), 'utf8')));
  for (const [path, { dev, optional, devOptional }] of Object.entries(packages)) {
    const omitted =
      (dev && omitDev) || (optional && omitOptional) || (devOptional && omitDev && omitOptional);
    if (path === '' || omitted) continue;
    linkPackage(path, folder);
  }
}

/** Links a package without nested packages. A package for another platform is not installed here and is skipped. */
function linkPackage(path: string, folder: string): void {
  const entries = globSync('**/*', { cwd: join(root, path), withFileTypes: true, exclude: inside });
  for (const entry of entries) {
    if (!entry.isFile()) continue;
    const from = join(entry.parentPath, entry.name);
    linkOrCopy(from, join(folder, from.slice(root.length + 1)));
  }
}

function inside(entry: { name: string }): boolean {
  return entry.name === 'node_modules';
}

/** Links if both are on one disk, which takes no time or space. */
export function linkOrCopy(from: string, to: string): void {
  mkdirSync(dirname(to), { recursive: true });
  try {
    linkSync(from, to);
  } catch {
    cpSync(from, to);
  }
}

const scripts = z.object({ scripts: z.record(z.string(), z.string()) });

/** Runs a package.json script that uses Node. */
async function runScript(folder: string, name: string): Promise<void> {
  const known = scripts.parse(JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))).scripts;
  const [program, ...args] = (known[name] ?? '').split(' ');
  if (program !== 'node') throw new Error(`npm run ${name} is not run by node`);
  await execute(process.execPath, args, { cwd: folder, env: { PATH: process.env.PATH } });
}
