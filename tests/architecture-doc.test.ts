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

it('the names of code on the architecture page are in the code', () => {
  const text = readFileSync(join(root, 'docs/architecture.md'), 'utf8').replace(/```[\s\S]*?```/g, '');
  const files = globSync('{client,domain,scripts,server,tests}/**/*.{ts,tsx}', { cwd: root });
  const code = files.map((file) => readFileSync(join(root, file), 'utf8')).join('\n');
  // A file without its folder, `requires('member')` or `pageData`.
  const isThere = (name: string) =>
    /\.(tsx?|json)$/.test(name)
      ? existsSync(join(root, name)) || files.some((file) => file.endsWith(`/${name}`))
      : (name.match(/[\w.]+\(/g) ?? [name]).every((call) => code.includes(call));
  const names = [...text.matchAll(/`([\w.-]+\.tsx?|[\w.]+(?:\([^`]*\))?)`/g)].map(([, name = '']) => name);
  expect(names.length).toBeGreaterThan(20);
  const example = '0002-tshirt-size.ts';
  expect(names.filter((name) => name !== example && !isThere(name))).toEqual([]);
});
