import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Manifest } from 'vite';
import type { Row } from './row.ts';

const dist = join(import.meta.dirname, '..', 'dist');

/**
 * Row i, from the build output: the JavaScript until /login is usable, which is the entry, and what each other page adds
 * to it. In KiB, as in browser tools.
 */
export async function sizeRows(): Promise<Row[]> {
  const manifest: Manifest = JSON.parse(readFileSync(join(dist, '.vite/manifest.json'), 'utf8'));
  const login = loadedWith(manifest, 'index.html');
  const addedBy = (name: string) =>
    gzipped([...loadedWith(manifest, name)].filter((file) => !login.has(file)));
  const [heaviest = { name: '', size: Number.NaN }] = Object.keys(manifest)
    .filter((name) => manifest[name]?.name === 'members' || name.endsWith('-page.tsx'))
    .map((name) => ({ name, size: addedBy(name) }))
    .sort((a, b) => b.size - a.size);
  const until = 'JavaScript until /login is usable, gzip';
  const added = `JavaScript that a page adds at most (${heaviest.name}), gzip`;
  return [
    { id: 'i1', what: until, value: gzipped([...login]), unit: 'KiB', bound: { atMost: 135 } },
    { id: 'i2', what: added, value: heaviest.size, unit: 'KiB', bound: { atMost: 60 } },
  ];
}

/** A chunk's file and those of everything it imports statically. */
function loadedWith(manifest: Manifest, name: string, files = new Set<string>()): Set<string> {
  const found = manifest[name];
  if (!found) throw new Error(`${name} was not built`);
  if (files.has(found.file)) return files;
  files.add(found.file);
  for (const imported of found.imports ?? []) loadedWith(manifest, imported, files);
  return files;
}

function gzipped(files: string[]): number {
  const scripts = files.filter((file) => file.endsWith('.js'));
  const sizes = scripts.map((file) => gzipSync(readFileSync(join(dist, file)), { level: 9 }).length);
  return sizes.reduce((sum, size) => sum + size, 0) / 1024;
}
