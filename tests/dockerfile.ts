import { execFile } from 'node:child_process';
import { cpSync, globSync, linkSync, mkdirSync, readFileSync } from 'node:fs';
import { delimiter, dirname, join, matchesGlob, resolve } from 'node:path';
import { promisify } from 'node:util';

const execute = promisify(execFile);
const root = resolve(import.meta.dirname, '..');

/** A stage of a Dockerfile, built in a folder of this machine. */
export interface Stage {
  name: string;
  /** With the content of the image's WORKDIR. */
  folder: string;
  env: Record<string, string>;
  /** The values that follow the last USER, CMD and HEALTHCHECK. */
  settings: Record<string, string>;
}

/**
 * Executes the steps of a Dockerfile below the folder `into`, as far as this project uses them. `COPY` respects the
 * ignore file, `npm ci` links the packages that are installed here, and `npm run` runs the script. Throws for an
 * unknown step. @returns the last stage
 */
export async function takeSteps(dockerfile: string, into: string): Promise<Stage> {
  const ignored = ignoreRules(`${dockerfile}.dockerignore`);
  const stages: Stage[] = [];
  for (const step of stepsOf(readFileSync(join(root, dockerfile), 'utf8'))) {
    const [, word = '', rest = ''] = /^(\w+) +(.*)$/s.exec(step) ?? [];
    if (word === 'FROM') {
      const name = / AS (\w+)$/.exec(rest)?.[1] ?? `stage-${stages.length}`;
      const folder = join(into, name);
      mkdirSync(folder);
      stages.push({ name, folder, env: {}, settings: {} });
      continue;
    }
    const stage = stages.at(-1);
    if (!stage) throw new Error(`a step before FROM: ${step}`);
    if (word === 'COPY') copy(rest, stage, stages, ignored);
    else if (word === 'RUN') await run(rest, stage);
    else if (word === 'ENV') Object.assign(stage.env, pairs(rest));
    else if (['USER', 'CMD', 'HEALTHCHECK'].includes(word)) stage.settings[word] = rest;
    else if (!['WORKDIR', 'VOLUME', 'EXPOSE'].includes(word)) throw new Error(`unknown step: ${step}`);
  }
  const last = stages.at(-1);
  if (!last) throw new Error('a Dockerfile without stages');
  return last;
}

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

function copy(rest: string, stage: Stage, stages: Stage[], ignored: (path: string) => boolean): void {
  const [, from, paths = ''] = /^(?:--from=(\w+) +)?(.*)$/.exec(rest) ?? [];
  const [target = '', ...sources] = paths.split(/\s+/).reverse();
  const stageFolder = stages.find(({ name }) => name === from)?.folder;
  const origin = stageFolder ?? root;
  // Node's program of another stage is that of this machine.
  for (const source of sources.filter((name) => !name.startsWith('/usr/'))) {
    const found = globSync(source.replace(/^\/portal\//, ''), { cwd: origin });
    if (found.length === 0) throw new Error(`nothing to copy: ${source}`);
    for (const path of found) {
      const to = join(stage.folder, target.endsWith('/') ? join(target, path) : target);
      cpSync(join(origin, path), to, {
        recursive: true,
        filter: (file) => stageFolder !== undefined || !ignored(file.slice(root.length + 1)),
      });
    }
  }
}

/** Whether the ignore file excludes a path: the last matching rule decides. */
function ignoreRules(file: string): (path: string) => boolean {
  const rules = readFileSync(join(root, file), 'utf8').trim().split('\n');
  return (path) => {
    const last = rules.findLast((rule) => {
      const pattern = rule.replace(/^!/, '');
      return matchesGlob(path, pattern) || matchesGlob(path, `${pattern}/**`);
    });
    return last !== undefined && !last.startsWith('!');
  };
}

async function run(rest: string, { folder }: Stage): Promise<void> {
  for (const command of rest.split('&&').map((part) => part.trim())) {
    if (command.startsWith('npm ci ')) install(folder, command);
    else if (command.startsWith('npm run ')) {
      const PATH = [dirname(process.execPath), process.env.PATH].join(delimiter);
      await execute(process.execPath, ['--run', command.slice('npm run '.length)], {
        cwd: folder,
        env: { PATH },
      });
    } else if (!/^(apt-get|rm|groupadd|useradd|mkdir|chown) /.test(command))
      throw new Error(`unknown command: ${command}`);
  }
}

interface LockFile {
  packages: Record<string, { dev?: boolean; optional?: boolean; devOptional?: boolean }>;
}

/** Links the packages that `npm ci` would install with these options, according to the lock file. */
function install(folder: string, command: string): void {
  const omitDev = command.includes('--omit=dev');
  const omitOptional = command.includes('--omit=optional');
  const { packages }: LockFile = JSON.parse(readFileSync(join(folder, 'package-lock.json'), 'utf8'));
  for (const [path, { dev, optional, devOptional }] of Object.entries(packages)) {
    const omitted =
      (dev && omitDev) || (optional && omitOptional) || (devOptional && omitDev && omitOptional);
    if (path !== '' && !omitted) linkPackage(path, folder);
  }
}

/** Links a package without nested packages. A package for another platform is not installed here and is skipped. */
function linkPackage(path: string, folder: string): void {
  const exclude = ({ name }: { name: string }) => name === 'node_modules';
  for (const entry of globSync('**/*', { cwd: join(root, path), withFileTypes: true, exclude })) {
    if (!entry.isFile()) continue;
    const from = join(entry.parentPath, entry.name);
    linkOrCopy(from, join(folder, from.slice(root.length + 1)));
  }
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
