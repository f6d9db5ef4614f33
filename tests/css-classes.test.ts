import { globSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { expect, it } from 'vitest';

const client = join(import.meta.dirname, '..', 'client');
const read = (file: string) => readFileSync(join(client, file), 'utf8');

/** The class names of a CSS module. */
function classesOf(file: string): Set<string> {
  const selectors = read(file)
    .replaceAll(/\/\*.*?\*\/|(url|:global)\([^)]*\)/gs, '')
    .match(/[^{};]+(?=\{)/g);
  return new Set((selectors ?? []).flatMap((each) => each.match(/(?<=\.)[a-zA-Z]\w*/g) ?? []));
}

/** The class names that components take from each CSS module, by its path. */
function classesInUse(): Map<string, Set<string>> {
  const inUse = new Map<string, Set<string>>();
  for (const component of globSync('**/*.tsx', { cwd: client })) {
    const code = read(component);
    for (const [, name, path] of code.matchAll(/import (\w+) from '([^']+\.module\.css)'/g)) {
      const file = path?.startsWith('#client/') ? path.slice(8) : join(dirname(component), path ?? '');
      const names = inUse.get(file) ?? new Set();
      for (const [, used = ''] of code.matchAll(new RegExp(`(?<![-\\w/])${name}\\.(\\w+)`, 'g')))
        names.add(used);
      inUse.set(file, names);
    }
  }
  return inUse;
}

it('every class of a CSS module is used by a component', () => {
  const inUse = classesInUse();
  const dead = globSync('**/*.module.css', { cwd: client }).flatMap((file) =>
    [...classesOf(file)]
      .filter((name) => !inUse.get(file)?.has(name))
      .map((name) => `${basename(file)} .${name}`),
  );
  expect(dead).toEqual([]);
});

it('no component takes a class that its CSS module does not have', () => {
  const missing = [...classesInUse()].flatMap(([file, names]) => {
    const classes = classesOf(file);
    return [...names].filter((name) => !classes.has(name)).map((name) => `${basename(file)} .${name}`);
  });
  expect(missing).toEqual([]);
});

it('no two CSS modules have the same file name, from which the names of their classes are made', () => {
  const names = globSync('**/*.module.css', { cwd: client }).map((file) => basename(file));
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
});
