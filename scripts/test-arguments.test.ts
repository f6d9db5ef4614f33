import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { planTests } from './test-arguments.ts';

const root = mkdtempSync(join(tmpdir(), 'sdc-arguments-'));
for (const file of [
  'domain/a.ts',
  'domain/a.test.ts',
  'tests/b.test.ts',
  'tests/e2e/c.spec.ts',
  'docs/d.md',
]) {
  mkdirSync(dirname(join(root, file)), { recursive: true });
  writeFileSync(join(root, file), '');
}
afterAll(() => rmSync(root, { recursive: true }));

it.each([
  ['', { unit: [], browser: [] }],
  ['domain/a.test.ts', { unit: ['domain/a.test.ts'] }],
  ['domain -t name', { unit: ['domain', '-t', 'name'] }],
  ['tests/e2e/c.spec.ts -g title', { browser: ['tests/e2e/c.spec.ts', '-g', 'title'] }],
  ['tests', { unit: ['tests'], browser: ['tests'] }],
  ['domain tests/e2e', { unit: ['domain'], browser: ['tests/e2e'] }],
  ['--changed', { unit: ['--changed'] }],
  ['docs', undefined],
  ['domain/a.ts', undefined],
  ['no/such/file', undefined],
])('npm test -- %s', (line, expected) => {
  expect(planTests(line.split(' ').filter(Boolean), root)).toEqual(expected);
});
