import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { normalizeForSearch, searchableText, searchWords } from './search-text.ts';

describe('normalizeForSearch', () => {
  it.each([
    ['José ÁLVAREZ', 'jose alvarez'],
    ['Łukasz Søren Đặng Weiß Ægir Œuvre Þór', 'lukasz soren dang weiss aegir oeuvre thor'],
    ['İpek IŞIK ışık işik', 'ipek isik isik isik'],
    ['Ｆｕｌｌ　ﬁx', 'full fix'],
    ['ΝΊΚΟΣ Νίκος', 'νικοσ νικοσ'],
    ['أَحْمَد', 'احمد'],
    ['  Asha\u00a0\t Rao ', 'asha rao'],
    ['A\u200bs\u202eh\u2066a\ufeff\0 \ud800R\u00adao', 'asha rao'],
  ])('turns %j into %j', (text, normalized) => {
    expect(normalizeForSearch(text)).toBe(normalized);
  });

  it('keeps the vowel signs of Devanagari', () => {
    expect(normalizeForSearch('आशा राव')).toBe('आशा राव');
    expect(normalizeForSearch('\u0958')).toBe(normalizeForSearch('\u0915\u093c'));
  });

  it('is the same for every form of Unicode, changes nothing twice, and is short and well-formed', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 40 }), (text) => {
        const normalized = normalizeForSearch(text);
        for (const form of ['NFC', 'NFD', 'NFKC', 'NFKD'])
          expect(normalizeForSearch(text.normalize(form))).toBe(normalized);
        expect(normalizeForSearch(normalized)).toBe(normalized);
        expect(normalized.isWellFormed()).toBe(true);
      }),
    );
    expect(searchableText('ﷺ'.repeat(20_000)).length).toBeLessThanOrEqual(65_536);
  });
});

/** Which of these typed texts find the stored one. */
function finding(stored: string, searches: readonly string[]): string[] {
  const text = searchableText(stored);
  return searches.filter((typed) => searchWords(typed).every((word) => text.includes(word)));
}

describe('a search', () => {
  it.each([
    ['Siobhán O’Brien', ["o'brien", 'oʼb', 'O`BRIEN', 'obrien', 'rien', 'o brien', 'brien siobhan']],
    ['Priya Rao-Iyer', ['rao–iyer', 'Rao\u2011Iyer', 'raoiyer', 'rao iyer', 'iyer, priya']],
    ['priya.rao_22@students.example', ['priya.rao_22@students.example', '22@s', 'students', 'udent']],
    ['2021/237938', ['2021/237938', '2021 237938', '2021237938', '237938', '21.2379']],
    ['21.29 8249', ['21.298249', '21298249']],
    ['(98765) - 43210', ['9876543210', '98765 43210', '98765-43210', '(98765)43210', '6543']],
    ['+91 98765 43210', ['+919876543210', '91 98765', '919876543210', '9876543210']],
    ['आशा राव', ['राव', 'आश']],
    ['김민준', ['민준', '김']],
  ])('finds %j however it is typed', (stored, found) => {
    expect(finding(stored, [...found, 'zz', 'rao asha'])).toEqual(found);
  });

  it.each(['%', '_', '\\', '--', '. ,'])(
    'for %j alone finds nothing, and beside a word makes no difference',
    (mark) => {
      expect(finding('Asha 100% of_it \\ -- . ,', [mark])).toEqual([]);
      expect(searchWords(`asha ${mark}`)).toEqual(['asha']);
    },
  );

  it('has no wildcard and no white space in a word', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (typed) => {
        for (const word of searchWords(typed)) expect(word).not.toMatch(/[%_\\\s]/);
      }),
    );
    expect(searchWords(' \t ')).toEqual([]);
  });
});
