import { describe, expect, it } from 'vitest';
import { filledIn, firstNameOf, textForAll, unknownPlaceholder, usesPlaceholder } from './placeholders.ts';

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

  it.each([
    ['Asha Rao', 'Asha'],
    ['S. Priya Rao', 'Priya'],
    ['K R Lata', 'Lata'],
    ['आशा राव', 'आशा'],
    ['R.', 'R.'],
    ['', ''],
  ])('of first names: %s is %s', (name, first) => expect(firstNameOf(name)).toBe(first));

  it('name nobody in a text for all', () => {
    const text = '{firstName}, hi {name}\n{name}: {track}, {other}';
    expect(textForAll(text, 'Web')).toBe('Everyone, hi everyone\nEveryone: Web, {other}');
    expect(textForAll('{track}', null)).toBe('your track');
  });

  it('are found', () => {
    expect(usesPlaceholder('Hi {name}', 'name')).toBe(true);
    expect(usesPlaceholder('Hi name', 'name')).toBe(false);
  });
});
