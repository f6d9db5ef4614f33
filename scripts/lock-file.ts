import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { root } from './run-command.ts';

/**
 * npm silently leaves out an optional package whose `engines` exclude the Node that npm runs on. The build's packages for
 * one platform exclude Node 20.18, for example, although they run on the Node that the packages bring. npm reads `engines`
 * from the lock file, so this check fails if such a package has it there. `--write` removes it.
 */
const file = join(root, 'package-lock.json');
const { values } = parseArgs({ options: { write: { type: 'boolean' } } });
const lockFile: LockFile = JSON.parse(readFileSync(file, 'utf8'));
const demanding = Object.entries(lockFile.packages).filter(
  ([, entry]) => entry.optional && entry.os && oldestNode(entry.engines) >= 20,
);
if (values.write) {
  for (const [, entry] of demanding) delete entry.engines;
  writeFileSync(file, `${JSON.stringify(lockFile, null, 2)}\n`);
} else if (demanding.length > 0) {
  console.log(`npm on an older Node would leave out ${demanding.map(([path]) => path).join(', ')}.`);
  console.log('After adding or updating packages, run: node scripts/launch.cjs scripts/lock-file.ts --write');
  process.exitCode = 1;
}

/** The first major version that a range such as `^20.19.0 || >=22.12.0` names. */
function oldestNode({ node = '' }: { node?: string } = {}): number {
  return Number(/\d+/.exec(node)?.[0] ?? 0);
}

interface LockFile {
  packages: Record<string, { optional?: boolean; os?: string[] | string; engines?: { node?: string } }>;
}
