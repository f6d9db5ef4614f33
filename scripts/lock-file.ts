import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { root } from './run-command.ts';

/**
 * npm silently leaves out an optional package that does not suit the machine, and two of its reasons are wrong here. The
 * build's packages for one platform exclude Node 20.18, for example, although they run on the Node that the packages bring;
 * and npm 9.6.4, which came with Node 20.0, recognizes no glibc (npm/npm-install-checks#57). npm reads both demands from the
 * lock file, so this check fails if they are there. `--write` removes them.
 */
const file = join(root, 'package-lock.json');
const { values } = parseArgs({ options: { write: { type: 'boolean' } } });
const lockFile: LockFile = JSON.parse(readFileSync(file, 'utf8'));
const demanding = Object.entries(lockFile.packages).filter(
  ([, { optional, os, libc, engines }]) =>
    optional && os && (oldestNode(engines) >= 20 || libc?.includes('glibc')),
);
if (values.write) {
  for (const [, entry] of demanding) {
    if (oldestNode(entry.engines) >= 20) delete entry.engines;
    if (entry.libc?.includes('glibc')) delete entry.libc;
  }
  writeFileSync(file, `${JSON.stringify(lockFile, null, 2)}\n`);
} else if (demanding.length > 0) {
  console.log(`Some versions of npm and Node would leave out ${demanding.map(([path]) => path).join(', ')}.`);
  console.log('After adding or updating packages, run: node scripts/launch.cjs scripts/lock-file.ts --write');
  process.exitCode = 1;
}

/** The first major version that a range such as `^20.19.0 || >=22.12.0` names. */
function oldestNode({ node = '' }: { node?: string } = {}): number {
  return Number(/\d+/.exec(node)?.[0] ?? 0);
}

interface LockFile {
  packages: Record<string, LockFileEntry>;
}

interface LockFileEntry {
  optional?: boolean;
  os?: string[] | string;
  libc?: string[];
  engines?: { node?: string };
}
