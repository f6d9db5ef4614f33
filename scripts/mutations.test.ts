import { expect, it } from 'vitest';
import { applyMutation, mutationsOf } from './mutations.ts';

function mutants(source: string): string[] {
  return mutationsOf(source, 'a.ts').map((mutation) => applyMutation(source, mutation));
}

it.each([
  ['f = a < b;', [';', 'f = a <= b;']],
  ['const a: number = b.c === d;', ['const a: number = b.c !== d;']],
  ['const a = (b) && c;', ['const a = (b) || c;']],
  ['const a = b ?? c;', ['const a = b && c;']],
  ['const a = !b;', ['const a = b;']],
  ['const a = true;', ['const a = false;']],
  ['const a = 1_000;', ['const a = 1001;']],
  ['const a = b ? c : d;', ['const a = !(b) ? c : d;']],
  ["if (a) throw new Error('b');", ["if (!(a)) throw new Error('b');", 'if (a) ;']],
  ['const a = b.filter((c) => c.d);', ['const a = b;']],
  ["import { a } from 'b'; type C = 1 | true;", []],
])('the mutants of %s', (source, expected) => {
  expect(mutants(source)).toEqual(expected);
});
