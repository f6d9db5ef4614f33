import { execFileSync, spawnSync } from 'node:child_process';
import * as fs from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { parseEnv } from 'node:util';
import { OperatorError } from '#server/config/operator-error.ts';
import { type Call, type Command, duration, typedPath, UsageError } from './command.ts';

/** Milliseconds between two questions whether a version is healthy. */
const interval = 250;
/** How often a restore is tried, each a second after the one before, beside a version that is started again and again. */
const restoreAttempts = 20;
/** The settings of the units, which the portal has, and a command that root types has not. */
const unitSettings = '/etc/sdc-portal.env';

interface Place {
  link: string;
  restart: string;
  /** Milliseconds until a new version has to be healthy. */
  patience: number;
}

/** Written before the switch, and removed when one of the two versions runs. */
interface Switch {
  former: string;
  backup: string;
}

export const upgrade: Command = {
  name: 'upgrade',
  usage: 'FILE [--at LINK] [--restart COMMAND] [--within 60s]',
  example: 'sdc-portal.tar.gz',
  about:
    'make and verify a backup, and let the version of an archive take the place of this one; if it is not healthy within a minute, the former one is back. LINK leads to the program, by default /srv/sdc-portal',
  options: ['at', 'restart', 'within'],
  withoutData: true,
  operands: 1,
  async run(call) {
    const [file] = call.operands;
    if (!file) throw new UsageError('upgrade takes the file of an archive');
    const link = typedPath(call, call.options.at ?? '/srv/sdc-portal');
    if (!fs.existsSync(link) || !fs.lstatSync(link).isSymbolicLink())
      throw new OperatorError(`${link} is not a link to an unpacked archive (docs/install.md).`);
    const { restart = 'systemctl restart sdc-portal', within = '60s' } = call.options;
    const place = { link, restart, patience: duration('within', within) };
    await settle(call, place);
    const former = fs.readlinkSync(link);
    const next = nameIn(typedPath(call, file));
    if (next === former) {
      if (!(await isHealthy(call, releaseIn(link), place.patience / 6)))
        throw new OperatorError(`This version is there already, and does not run: ${next}`);
      call.console.log(`${next} runs.`);
      return;
    }
    unpack(typedPath(call, file), link, next);
    const backup = backUp(call, link);
    call.console.log(`Verified backup: ${backup}`);
    const version = releaseIn(join(dirname(link), next));
    remember(link, { former, backup });
    lead(link, next);
    restarted(place);
    if (!(await isHealthy(call, version, place.patience))) {
      await goBack(call, place, { former, backup });
      throw new OperatorError(
        `${version} was not healthy within ${within}: ${former} is back. The log of the portal says why.`,
      );
    }
    forget(link);
    call.report({ release: version, backup, former });
    call.console.log(`${version} runs. The former version is in ${join(dirname(link), former)}.`);
  },
};

const note = (link: string) => `${link}.upgrade`;

/** In one step, so that a kill leaves all of it or nothing. */
function remember(link: string, present: Switch): void {
  fs.writeFileSync(`${note(link)}.part`, JSON.stringify(present));
  fs.renameSync(`${note(link)}.part`, note(link));
}

function forget(link: string): void {
  fs.rmSync(note(link), { force: true });
}

/** Ends an upgrade that was killed: the new version stays if it is healthy, or else the former one is back. */
async function settle(call: Call, place: Place): Promise<void> {
  const { link, patience } = place;
  if (!fs.existsSync(note(link))) return;
  const cutOff: Switch = JSON.parse(fs.readFileSync(note(link), 'utf8'));
  const formerRelease = releaseIn(join(dirname(link), cutOff.former));
  const isReplaced =
    fs.readlinkSync(link) !== cutOff.former && (await runningRelease(call)) !== formerRelease;
  if (isReplaced && (await isHealthy(call, releaseIn(link), patience))) forget(link);
  else await goBack(call, place, cutOff);
}

/**
 * Lets the former version run again. A version that has migrated the data leaves none that the former one takes; its start has
 * made a copy of them after the last write of the former one, unlike the backup that was verified before.
 */
async function goBack(call: Call, place: Place, { former, backup }: Switch): Promise<void> {
  const { link, patience } = place;
  lead(link, former);
  const release = releaseIn(link);
  // It has not been stopped.
  if ((await runningRelease(call)) !== release) {
    restarted(place);
    if (!(await isHealthy(call, release, patience / 6))) {
      const copy = copyAfter(backup);
      if (copy) await restore(call, link, copy);
      restarted(place);
      if (!(await isHealthy(call, release, patience)))
        throw new OperatorError(
          `${former} does not run either: the log of the portal says why. The data from before: ${copy ?? backup}`,
        );
    }
  }
  forget(link);
}

/** The copy that the start of a newer version has made before it migrated, if one has since this backup. */
function copyAfter(backup: string): string | undefined {
  const made = (file: string) => fs.statSync(file).mtimeMs;
  const folder = dirname(backup);
  return fs
    .readdirSync(folder)
    .filter((name) => name.startsWith('before-upgrade-to-'))
    .map((name) => join(folder, name))
    .find((file) => made(file) >= made(backup));
}

/** It waits for a moment in which no version is being started. */
async function restore(call: Call, link: string, copy: string): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      portal(call, link, ['restore', copy]);
      return;
    } catch (error) {
      if (attempt === restoreAttempts) throw error;
      await setTimeout(1_000);
    }
  }
}

/** @returns the folder that the archive has */
function nameIn(file: string): string {
  const names = execFileSync('tar', ['-tf', file], { encoding: 'utf8', maxBuffer: 64 << 20 });
  const [first = ''] = names.split('/', 1);
  if (!/^sdc-portal-[\w.-]+$/.test(first)) throw new OperatorError(`${file} is no archive of the portal.`);
  return first;
}

/** Unpacks the archive beside the present version. */
function unpack(file: string, link: string, name: string): void {
  const folder = dirname(link);
  fs.rmSync(join(folder, name), { recursive: true, force: true });
  execFileSync('tar', ['-xf', file, '-C', folder]);
}

function portal(call: Call, folder: string, words: string[]): string {
  const env = { ...call.process.env };
  return execFileSync(join(folder, 'portal'), words, { env, encoding: 'utf8', stdio: ['ignore', 'pipe', 2] });
}

function releaseIn(folder: string): string {
  return String(JSON.parse(fs.readFileSync(join(folder, 'package.json'), 'utf8')).version);
}

function backUp(call: Call, link: string): string {
  const { file } = JSON.parse(portal(call, link, ['backup', '--json']));
  portal(call, link, ['backup', 'verify', file]);
  return file;
}

/** One step, so that a program that is killed leaves the link to one version or the other. */
function lead(link: string, folder: string): void {
  fs.rmSync(`${link}.next`, { force: true });
  fs.symlinkSync(folder, `${link}.next`);
  fs.renameSync(`${link}.next`, link);
}

/** Whether a version runs says its health alone. */
function restarted({ restart }: Place): void {
  spawnSync(restart, { shell: true, stdio: ['ignore', 2, 2] });
}

async function isHealthy(call: Call, release: string, limit: number): Promise<boolean> {
  for (const until = Date.now() + limit; Date.now() <= until; await setTimeout(interval))
    if ((await runningRelease(call)) === release) return true;
  return false;
}

async function runningRelease(call: Call): Promise<string | undefined> {
  const health = await fetch(`http://127.0.0.1:${portOf(call)}/api/health`, {
    signal: AbortSignal.timeout(2_000),
  })
    .then((answer) => answer.json())
    .catch(() => null);
  return (health as { release?: string } | null)?.release;
}

/** @returns the port of the portal, which the units know from their file */
export function portOf({ config, process }: Pick<Call, 'config' | 'process'>, file = unitSettings): string {
  const settings = process.env.PORT || !fs.existsSync(file) ? {} : parseEnv(fs.readFileSync(file, 'utf8'));
  return settings.PORT ?? String(config.port);
}
