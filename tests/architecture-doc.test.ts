import { existsSync, globSync, readFileSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, it } from 'vitest';
import { member } from '#domain/members.ts';
import { profile } from '#domain/profile.ts';
import { openTestApp } from './helpers/app.ts';
import { describeEachEngine } from './helpers/engines.ts';

const root = resolve(import.meta.dirname, '..');
const text = readFileSync(join(root, 'docs/architecture.md'), 'utf8');

it.each(globSync('docs/*.md', { cwd: root }))('the files and folders that %s names exist', (page) => {
  const named = readFileSync(join(root, page), 'utf8').matchAll(
    /`((?:server|domain|client|tests|bench|scripts|deploy|docs)\/[\w./-]*)`/g,
  );
  expect([...named].map(([, path = '']) => path).filter((path) => !existsSync(join(root, path)))).toEqual([]);
});

it('adding a field takes six places, where its neighbour is found by name', () => {
  const steps = [...text.matchAll(/^\d\. `((?:server|domain|client)\/[^`]+)`:/gm)].map(
    ([, path = '']) => path,
  );
  expect(steps).toHaveLength(6);
  const without = steps.filter((path) => !contents(join(root, path)).includes('contactNumber'));
  expect(without).toEqual([]);
});

it('the profile only has fields of the record', () => {
  expect(Object.keys(member.shape)).toEqual(expect.arrayContaining(Object.keys(profile.shape)));
});

describeEachEngine('the table of members', (engine) => {
  it('has a column for each field of the record', async () => {
    const { store } = await openTestApp(engine);
    const tables = await store.db.introspection.getTables();
    const columns = tables.find(({ name }) => name === 'members')?.columns.map(({ name }) => name);
    expect(columns).toEqual(expect.arrayContaining(Object.keys(member.shape)));
  });
});

function contents(path: string): string {
  const files = statSync(path).isDirectory()
    ? globSync('*.ts', { cwd: path }).map((file) => join(path, file))
    : [path];
  return files.map((file) => readFileSync(file, 'utf8')).join('\n');
}
