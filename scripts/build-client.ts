import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');
const stamp = join(root, 'dist', '.built-from');

/** Everything that the built client is made of. */
const inputs = ['client/**/*', 'domain/**/*.ts', 'content/**/*.json', 'vite.config.ts', 'package-lock.json'];

/** Builds the client unless `dist/` was made from just these files already. Answers whether it built. */
export function buildClientIfStale(): boolean {
  const fingerprint = fingerprintOf(inputs);
  if (fingerprint === builtFrom()) return false;
  execFileSync(process.execPath, [join(root, 'node_modules', 'vite', 'bin', 'vite.js'), 'build'], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, NODE_ENV: 'production' },
  });
  writeFileSync(stamp, fingerprint);
  return true;
}

function fingerprintOf(patterns: string[]): string {
  const hash = createHash('sha256');
  const entries = globSync(patterns, { cwd: root, withFileTypes: true, exclude: ['**/*.test.ts'] });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  for (const file of files.sort()) {
    hash
      .update(`${file.slice(root.length)}\0`)
      .update(readFileSync(file))
      .update('\0');
  }
  return hash.digest('hex');
}

function builtFrom(): string | undefined {
  try {
    return readFileSync(stamp, 'utf8');
  } catch {
    return undefined;
  }
}
