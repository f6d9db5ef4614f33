import { describe, expect, it } from 'vitest';
import { filledIn, unknownPlaceholder, usesPlaceholder } from './placeholders.ts';

describe('placeholders', () => {
  it.each([
    ['Hi {name}, {track}!', null],
    ['Hi {nmae}', '{nmae}'],
    ['{ name } {} {a b}', null],
    ['{Name}', '{Name}'],
  ])('of %s: %s is unknown', (text, unknown) => expect(unknownPlaceholder(text)).toBe(unknown));

  it('are filled in once, and a missing value leaves nothing', () => {
    const values = { name: '{track} $&', track: null };
    expect(filledIn('{name}: {track}|{other}', values)).toBe('{track} $&: |{other}');
  });

  it('are found', () => {
    expect(usesPlaceholder('Hi {name}', 'name')).toBe(true);
    expect(usesPlaceholder('Hi name', 'name')).toBe(false);
  });
});
