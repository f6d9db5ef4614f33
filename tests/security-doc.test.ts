import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, it } from 'vitest';

const root = resolve(import.meta.dirname, '..');

it.each(['docs/security.md'])('the files that %s names are there', (page) => {
  const text = readFileSync(join(root, page), 'utf8');
  const named = [...text.matchAll(/`((?:server|domain|client|tests|bench|scripts|deploy|docs)\/[\w./-]*)`/g)];
  expect(named.length).toBeGreaterThan(0);
  expect(named.map(([, path = '']) => path).filter((path) => !existsSync(join(root, path)))).toEqual([]);
});

it('every finding of the outside review has its row', () => {
  const text = readFileSync(join(root, 'docs/security.md'), 'utf8');
  const numbered = new Set([...text.matchAll(/^\| S(\d+) \|/gm)].map(([, number]) => Number(number)));
  expect([...numbered]).toEqual(Array.from({ length: 17 }, (_, index) => index + 1));
});
