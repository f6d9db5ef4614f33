import { describe, expect, it } from 'vitest';
import { limits } from '#domain/limits.ts';
import { isBoundedJson } from './input.ts';

/** Arrays inside each other. */
function nested(depth: number): unknown {
  return depth === 0 ? 'x' : [nested(depth - 1)];
}

describe('a JSON body', () => {
  it('may be a value without parts', () => {
    for (const value of [null, 'text', 1, true]) expect(isBoundedJson(value)).toBe(true);
    expect(isBoundedJson({ name: null })).toBe(true);
  });

  it('has a greatest depth', () => {
    const { depth } = limits.json;
    expect(isBoundedJson(nested(depth))).toBe(true);
    expect(isBoundedJson(nested(depth + 1))).toBe(false);
  });

  it('has a greatest number of values, counted over all its parts', () => {
    const values = (count: number) => Array.from({ length: count }, () => 'x');
    expect(isBoundedJson(values(limits.json.values))).toBe(true);
    expect(isBoundedJson(values(limits.json.values + 1))).toBe(false);
    // Two arrays, and what is in them.
    expect(isBoundedJson([values(limits.json.values - 2), []])).toBe(true);
    expect(isBoundedJson([values(limits.json.values - 2), ['x']])).toBe(false);
  });
});
