import { describe, expect, it } from 'vitest';
import { fold, nameKey, searchTerms, searchText, searchWords } from './search-terms.ts';

describe('fold', () => {
  it.each([
    ['José ÁLVAREZ', 'jose alvarez'],
    ['İpek', 'ipek'],
    ['Straße', 'straße'],
    ['ﬁx Ｆｕｌｌ', 'fix full'],
    ['आशा राव', 'आशा राव'],
  ])('makes %j comparable as %j', (text, folded) => {
    expect(fold(text)).toBe(folded.normalize('NFKD'));
  });
});

describe('searchTerms', () => {
  it('begin at every word, and within a student ID where letters and digits meet', () => {
    const terms = searchTerms({
      fullName: "Priya  O'Brien-Rao",
      email: 'priya.rao_22@students.example',
      studentId: '1SD22CS045',
    });
    expect(new Set(terms)).toEqual(
      new Set([
        'priya',
        "o'brien-rao",
        'brien-rao',
        'rao',
        'priya.rao_22@students.example',
        'rao_22@students.example',
        '22@students.example',
        'students.example',
        '1sd22cs045',
        'sd22cs045',
        '22cs045',
        'cs045',
        '045',
      ]),
    );
  });

  it('hold no space, none twice, and no more than fits an index', () => {
    const terms = searchTerms({ fullName: `${'ﷺ'.repeat(200)} a a`, email: '', studentId: 'x y-' });
    expect(terms.every((term) => !/\s/.test(term) && [...term].length <= 60 && term !== '')).toBe(true);
    expect(new Set(terms).size).toBe(terms.length);
    expect(nameKey('ﷺ'.repeat(200)).length).toBe(200);
  });

  it('are cut between characters, never within one', () => {
    const [term = ''] = searchTerms({
      fullName: '𝒳'.repeat(10) + '🎓'.repeat(100),
      email: '',
      studentId: '',
    });
    expect(term.isWellFormed()).toBe(true);
  });

  it('stand in the search text each after a space', () => {
    expect(searchText({ fullName: 'Asha Rao', email: 'a@b.co', studentId: '7' })).toBe(
      ' asha rao a@b.co b.co 7',
    );
  });
});

describe('searchWords', () => {
  it('are the words typed, folded, each once, whatever is between them', () => {
    expect(searchWords('  RAO\0rao\tJosé ')).toEqual(['rao', 'jose']);
  });
});
