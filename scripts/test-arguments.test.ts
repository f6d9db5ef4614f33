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
const browserPrograms = ['postgres', 'chromium'];
afterAll(() => rmSync(root, { recursive: true }));

it.each([
  ['', { unit: [], browser: [], install: ['postgres', 'chromium', 'optional'] }],
  ['domain/a.test.ts', { unit: ['domain/a.test.ts'], install: [] }],
  ['domain -t name', { unit: ['domain', '-t', 'name'], install: [] }],
  [
    'tests/e2e/c.spec.ts -g title',
    { browser: ['tests/e2e/c.spec.ts', '-g', 'title'], install: browserPrograms },
  ],
  ['tests', { unit: ['tests'], browser: ['tests'], install: browserPrograms }],
  ['domain tests/e2e', { unit: ['domain'], browser: ['tests/e2e'], install: browserPrograms }],
  ['unit a.test.ts', { unit: ['a.test.ts'], install: [] }],
  ['e2e -g title', { browser: ['-g', 'title'], install: browserPrograms }],
  ['--changed', { unit: ['--changed'], install: [] }],
  ['docs', undefined],
  ['domain/a.ts', undefined],
  ['no/such/file', undefined],
])('npm test -- %s', (line, expected) => {
  expect(planTests(line.split(' ').filter(Boolean), root)).toEqual(expected);
});
