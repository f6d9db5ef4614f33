import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type JsonEntry, jsonEntries } from './json-entries.ts';

/** The text in chunks, so that boundaries fall anywhere. */
function pieces(text: string, size: number): string[] {
  return text.match(new RegExp(`[^]{1,${size}}`, 'g')) ?? [];
}

async function read(text: string, path: readonly string[], size = 7) {
  const others: string[] = [];
  const entries: JsonEntry[] = [];
  const found = jsonEntries('some.json', path, (name) => others.push(name), pieces(text, size));
  for await (const entry of found) entries.push(entry);
  return { entries, others };
}

describe('jsonEntries', () => {
  it('finds the entries of an object or list wherever the chunks end, with any white space', async () => {
    const value = fc.jsonValue({ maxDepth: 3 });
    const name = fc.string().filter((text) => text !== '__proto__');
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(fc.dictionary(name, value), fc.array(value)),
        fc.dictionary(name, value),
        fc.constantFrom(undefined, 2),
        fc.integer({ min: 1, max: 40 }),
        async (users, beside, indent, size) => {
          const root = JSON.parse(JSON.stringify({ ...beside, users }));
          const { entries, others } = await read(JSON.stringify(root, null, indent), ['users'], size);
          const found = entries.map(({ key, value: one }) => [key, one]);
          expect(found).toEqual(Object.entries(root.users));
          expect(others).toEqual(Object.keys(root).filter((one) => one !== 'users'));
        },
      ),
      { numRuns: 300 },
    );
  });

  it('returns the line on which an entry begins', async () => {
    const text = '{"users": [\n  {"a": 1,\n   "b": 2},\n\n  {"c": "\\n"}\n]}';
    const { entries } = await read(text, ['users']);
    expect(entries.map(({ line }) => line)).toEqual([2, 5]);
  });

  it('returns the entries of the root for an empty path', async () => {
    const { entries } = await read('{"a": {"b": 1}, "c": []}', []);
    expect(entries.map(({ key, value }) => [key, value])).toEqual([
      ['a', { b: 1 }],
      ['c', []],
    ]);
  });

  it.each([
    ['', 'some.json, line 1: ends in the middle'],
    ['<html>', 'some.json, line 1: does not begin with {'],
    ['{"users": [\n{"a": 1}', 'some.json, line 2: ends in the middle'],
    ['{"users": [\n{"a": 1},\n]}', 'some.json, line 3: is not valid JSON'],
    ['{"users": [\n{"a": }]}', 'some.json, line 2: is not valid JSON'],
    ['{"users": [{"a": 1]}', 'some.json, line 1: has a ] that does not fit'],
    ['{"users": []}\n{}', 'some.json, line 2: continues after its end'],
    ['{"users": []} x', 'some.json, line 1: continues after its end'],
    ['{"users": {"a"}}', 'some.json, line 1: has a name without a value'],
    ['{"users": {a: 1}}', 'some.json, line 1: is not valid JSON'],
  ])('refuses %j, with file and line', async (text, message) => {
    await expect(read(text, ['users'])).rejects.toThrow(message);
  });
});
