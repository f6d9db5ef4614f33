import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { z } from 'zod';
import type { Row } from './row.ts';

const dist = join(import.meta.dirname, '..', 'dist');
const entry = 'index.html';
const firstPaintPage = 'features/accounts/login-page.tsx';

const chunk = z.object({
  file: z.string(),
  imports: z.array(z.string()).default([]),
  dynamicImports: z.array(z.string()).default([]),
  isDynamicEntry: z.boolean().default(false),
});
type Manifest = Record<string, z.infer<typeof chunk>>;

/**
 * Row i, from the build output: the JavaScript of the first paint of /login, and what each other page adds to that
 * and to the schemas that the login page loads afterwards. In KiB, as in browser tools.
 */
export async function sizeRows(): Promise<Row[]> {
  const manifest = z
    .record(z.string(), chunk)
    .parse(JSON.parse(readFileSync(join(dist, '.vite/manifest.json'), 'utf8')));
  const firstPaint = new Set([...loadedWith(manifest, entry), ...loadedWith(manifest, firstPaintPage)]);
  const deferred = manifest[firstPaintPage]?.dynamicImports ?? [];
  const alreadyLoaded = new Set([
    ...firstPaint,
    ...deferred.flatMap((name) => [...loadedWith(manifest, name)]),
  ]);
  const pages = Object.keys(manifest).filter(
    (name) => manifest[name]?.isDynamicEntry && name.endsWith('-page.tsx'),
  );
  const added = pages.map((name) => {
    const files = [...loadedWith(manifest, name)].filter((file) => !alreadyLoaded.has(file));
    return { name, size: gzipped(files) };
  });
  const heaviest = added.reduce((a, b) => (b.size > a.size ? b : a));
  return [
    row('i1', 'JavaScript for the first paint of /login, gzip', gzipped([...firstPaint]), 140 * 1024),
    row('i2', `JavaScript that a page adds at most (${heaviest.name}), gzip`, heaviest.size, 60 * 1024),
  ];
}

/** A chunk's file and those of everything it imports statically. */
function loadedWith(manifest: Manifest, name: string, files = new Set<string>()): Set<string> {
  const found = manifest[name];
  if (!found) throw new Error(`${name} was not built`);
  if (files.has(found.file)) return files;
  files.add(found.file);
  for (const imported of found.imports) loadedWith(manifest, imported, files);
  return files;
}

function gzipped(files: string[]): number {
  const scripts = files.filter((file) => file.endsWith('.js'));
  return scripts.reduce(
    (sum, file) => sum + gzipSync(readFileSync(join(dist, file)), { level: 9 }).length,
    0,
  );
}

function row(id: string, what: string, bytes: number, bound: number): Row {
  return { id, what, value: bytes / 1024, unit: 'KiB', bound: { atMost: bound / 1024 } };
}
