import { execFileSync, execSync } from 'node:child_process';
import { existsSync, lstatSync, readlinkSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { OperatorError } from '#server/config/operator-error.ts';
import { type Call, type Command, duration, typedPath, UsageError } from './command.ts';

/** Milliseconds between two questions whether a version is healthy. */
const interval = 250;

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
    if (!existsSync(link) || !lstatSync(link).isSymbolicLink())
      throw new OperatorError(`${link} is not a link to an unpacked archive (docs/install.md).`);
    const former = readlinkSync(link);
    const { restart = 'systemctl restart sdc-portal', within = '60s' } = call.options;
    const patience = duration('within', within);
    const next = unpack(typedPath(call, file), link);
    const version = releaseIn(join(dirname(link), next));
    const backup = backUp(call, link);
    call.console.log(`Verified backup: ${backup}`);
    const restarted = (folder: string) => {
      lead(link, folder);
      execSync(restart, { stdio: ['ignore', 2, 2] });
    };
    try {
      restarted(next);
      await untilHealthy(call, version, patience);
    } catch {
      restarted(former);
      // A version that has migrated the data leaves none that the former one takes.
      await untilHealthy(call, releaseIn(link), patience / 6).catch(() => {
        portal(call, link, ['restore', backup]);
        restarted(former);
      });
      throw new OperatorError(
        `${version} was not healthy within ${within}: ${former} is back. The log of the portal says why.`,
      );
    }
    call.report({ release: version, backup, former });
    call.console.log(`${version} runs. The former version is in ${join(dirname(link), former)}.`);
  },
};

/** Unpacks the archive beside the present version. @returns the name of its folder */
function unpack(file: string, link: string): string {
  const folder = dirname(link);
  const [first = ''] = execFileSync('tar', ['-tf', file], { encoding: 'utf8', maxBuffer: 64 << 20 }).split(
    '/',
    1,
  );
  if (!/^sdc-portal-[\w.-]+$/.test(first)) throw new OperatorError(`${file} is no archive of the portal.`);
  if (readlinkSync(link) === first) throw new OperatorError(`This version is there already: ${first}`);
  rmSync(join(folder, first), { recursive: true, force: true });
  execFileSync('tar', ['-xf', file, '-C', folder]);
  return first;
}

function portal(call: Call, folder: string, words: string[]): string {
  const env = { ...call.process.env };
  return execFileSync(join(folder, 'portal'), words, { env, encoding: 'utf8', stdio: ['ignore', 'pipe', 2] });
}

function releaseIn(folder: string): string {
  const said = execFileSync(join(folder, 'portal'), ['version', '--json'], { encoding: 'utf8' });
  return String(JSON.parse(said).release);
}

function backUp(call: Call, link: string): string {
  const { file } = JSON.parse(portal(call, link, ['backup', '--json']));
  portal(call, link, ['backup', 'verify', file]);
  return file;
}

/** One step, so that a program that is killed leaves the link to one version or the other. */
function lead(link: string, folder: string): void {
  rmSync(`${link}.next`, { force: true });
  symlinkSync(folder, `${link}.next`);
  renameSync(`${link}.next`, link);
}

async function untilHealthy({ config }: Call, release: string, limit: number): Promise<void> {
  const until = Date.now() + limit;
  for (;;) {
    const health = await fetch(`http://127.0.0.1:${config.port}/api/health`)
      .then((answer) => answer.json())
      .catch(() => null);
    if ((health as { release?: string } | null)?.release === release) return;
    if (Date.now() > until) throw new Error(`${release} is not healthy`);
    await setTimeout(interval);
  }
}
