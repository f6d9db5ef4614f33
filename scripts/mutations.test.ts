import { describe, expect, it } from 'vitest';
import { applyMutation, mutationsOf, sample } from './mutations.ts';

function mutants(source: string): string[] {
  return mutationsOf(source, 'a.ts').map((mutation) => applyMutation(source, mutation));
}

describe('mutationsOf', () => {
  it.each([
    ['f = a < b;', [';', 'f = a <= b;']],
    ['const a: number = b.c === d;', ['const a: number = b.c !== d;']],
    ['const a = b /* && */ && c;', ['const a = b /* && */ || c;']],
    ['const a = b ?? c;', ['const a = b && c;']],
    ['const a = !b;', ['const a = b;']],
    ['const a = true;', ['const a = false;']],
    ['const a = 1_000;', ['const a = 1001;']],
    ['const a = b ? c : d;', ['const a = !(b) ? c : d;']],
    ["if (a) throw new Error('b');", ["if (!(a)) throw new Error('b');", 'if (a) ;']],
    ['const a = b.filter((c) => c.d);', ['const a = b;']],
    ["const a = 'b' + c;", []],
    ["import { a } from 'b'; type C = 1 | true;", []],
  ])('of %s', (source, expected) => {
    expect(mutants(source)).toEqual(expected);
  });

  it('knows the line', () => {
    expect(mutationsOf('const a = 0;\nconst b = c > d;', 'a.ts').map(({ line }) => line)).toEqual([1, 2]);
  });
});

describe('sample', () => {
  const items = Array.from({ length: 100 }, (_, index) => index);

  it('takes the same items for the same seed, and others for another', () => {
    expect(sample(items, 10, 7)).toEqual(sample(items, 10, 7));
    expect(sample(items, 10, 7)).not.toEqual(sample(items, 10, 8));
    expect(new Set(sample(items, 100, 7)).size).toBe(100);
  });
});
