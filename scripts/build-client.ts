import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { globSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';

const root = join(import.meta.dirname, '..');
const dist = join(root, 'dist');
const stamp = join(dist, '.built-from');
const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js');

/** Everything that the built client is made of. */
const inputs = ['client/**/*', 'domain/**/*.ts', 'content/**/*.json', 'vite.config.ts', 'package-lock.json'];

/** Builds the client unless `dist/` was made from just these files already. Answers whether it built. */
export function buildClientIfStale(): boolean {
  if (fingerprintOf(inputs) === builtFrom()) return false;
  buildClient();
  return true;
}

/** Builds the client into `dist/`. */
export function buildClient(): void {
  const fingerprint = fingerprintOf(inputs);
  runNode([vite, 'build'], 'inherit');
  drawPages();
  compressAssets();
  writeFileSync(stamp, fingerprint);
}

/** Writes what the pages for everybody show, beside what the server reads of the build. */
function drawPages(): void {
  const folder = join(dist, '.prerender');
  runNode([vite, 'build', '--ssr', 'prerender.tsx', '--outDir', folder, '--logLevel', 'warn'], 'inherit');
  const pages = runNode([join(folder, 'prerender.js')], 'pipe');
  writeFileSync(join(dist, '.vite', 'drawn-pages.json'), pages);
  rmSync(folder, { recursive: true });
}

function runNode(args: string[], output: 'inherit' | 'pipe'): Buffer {
  return execFileSync(process.execPath, args, {
    cwd: root,
    stdio: ['ignore', output, 'inherit'],
    env: { ...process.env, NODE_ENV: 'production' },
  });
}

/** Compresses once here what would otherwise be compressed for every visitor. */
function compressAssets(): void {
  for (const name of globSync('**/*.{js,css,svg,json,webmanifest}', { cwd: dist })) {
    const file = join(dist, name);
    const content = readFileSync(file);
    writeFileSync(`${file}.br`, brotliCompressSync(content));
    writeFileSync(`${file}.gz`, gzipSync(content, { level: 9 }));
  }
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
