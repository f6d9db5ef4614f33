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

it.each([
  ['first', 17],
  ['second', 15],
])('every finding of the %s outside review has its row', (which, findings) => {
  const text = readFileSync(join(root, 'docs/security.md'), 'utf8');
  const [, section = ''] = text.split(`## Findings of the ${which} outside review`);
  const [rows = ''] = section.split('\n## ');
  const numbered = new Set([...rows.matchAll(/^\| S(\d+) \|/gm)].map(([, number]) => Number(number)));
  expect([...numbered]).toEqual(Array.from({ length: findings }, (_, index) => index + 1));
});
