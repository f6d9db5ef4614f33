import { existsSync, globSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, it } from 'vitest';

const root = resolve(import.meta.dirname, '..');

it.each(globSync('docs/*.md', { cwd: root }))('the files and folders that %s names exist', (page) => {
  const named = readFileSync(join(root, page), 'utf8').matchAll(
    /`((?:server|domain|client|tests|bench|scripts|deploy|docs)\/[\w./-]*)`/g,
  );
  expect([...named].map(([, path = '']) => path).filter((path) => !existsSync(join(root, path)))).toEqual([]);
});
