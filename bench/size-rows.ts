import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import * as z from 'zod/mini';
import type { Row } from './row.ts';

const dist = join(import.meta.dirname, '..', 'dist');
const entry = 'index.html';

const chunk = z.object({
  file: z.string(),
  imports: z._default(z.array(z.string()), []),
  isDynamicEntry: z._default(z.boolean(), false),
});
type Manifest = Record<string, z.infer<typeof chunk>>;

/**
 * Row i, from the build output: the JavaScript until /login is usable, which is the entry, and what each other page adds
 * to it. In KiB, as in browser tools.
 */
export async function sizeRows(): Promise<Row[]> {
  const manifest = z
    .record(z.string(), chunk)
    .parse(JSON.parse(readFileSync(join(dist, '.vite/manifest.json'), 'utf8')));
  const login = loadedWith(manifest, entry);
  const pages = Object.keys(manifest).filter(
    (name) => manifest[name]?.isDynamicEntry && name.endsWith('-page.tsx'),
  );
  const added = pages.map((name) => {
    const files = [...loadedWith(manifest, name)].filter((file) => !login.has(file));
    return { name, size: gzipped(files) };
  });
  const heaviest = added.reduce((a, b) => (b.size > a.size ? b : a));
  return [
    row('i1', 'JavaScript until /login is usable, gzip', gzipped([...login]), 135 * 1024),
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
