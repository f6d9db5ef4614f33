import { describe, expect, it } from 'vitest';
import { nameKey, normalizeForSearch, searchText, searchWords } from './search-text.ts';

const nobody = { fullName: '', email: '', studentId: '', githubLink: null };

function isFound(record: Partial<Parameters<typeof searchText>[0]>, typed: string): boolean {
  const text = searchText({ ...nobody, ...record });
  return searchWords(typed).every((word) => text.includes(` ${word}`));
}

describe('normalizeForSearch', () => {
  it.each([
    ['José ÁLVAREZ', 'jose alvarez'],
    ['İpek', 'ipek'],
    ['Straße', 'straße'],
    ['ﬁx Ｆｕｌｌ', 'fix full'],
    ['आशा राव', 'आशा राव'],
  ])('turns %j into %j', (text, normalized) => {
    expect(normalizeForSearch(text)).toBe(normalized.normalize('NFKD'));
  });
});

describe('a search', () => {
  it.each([
    ['Siobhán O’Brien', ["o'brien", 'O‘Brien', 'oʼb', 'O´BRIEN', 'obrien', 'brien', 'siobhan o’brien']],
    ["Asha O'Brien", ['o’brien', 'O`Brien', 'o brien']],
    ['Priya Rao-Iyer', ['rao-iyer', 'rao–iyer', 'Rao‑Iyer', 'raoiyer', 'rao iyer', 'iyer', 'iyer priya']],
    ['Priya Rao—Iyer', ['rao-iyer']],
    ['आशा राव', ['राव', 'आश']],
  ])('for the name %j ignores case, accents, apostrophes and dashes', (fullName, found) => {
    for (const typed of found) expect([typed, isFound({ fullName }, typed)]).toEqual([typed, true]);
    for (const typed of ['rien', 'sha', 'zz'])
      expect([typed, isFound({ fullName }, typed)]).toEqual([typed, false]);
  });

  it.each([
    [
      { email: 'priya.rao_22@students.example' },
      ['priya.rao_22@students.example', 'rao_22@', '22@s', 'students'],
    ],
    [{ studentId: '1SD22CS045' }, ['1sd22cs045', '1sd22', 'sd22cs', '22cs', 'cs045', '045']],
    [{ studentId: '1SD-22-CS-045' }, ['1sd22cs045', '1sd-22', 'cs-045', 'cs045', '045']],
  ])('finds %j by each part', (record, found) => {
    for (const typed of found) expect([typed, isFound(record, typed)]).toEqual([typed, true]);
  });

  it.each([
    [
      'https://github.com/asha-rao/Weather-App.git',
      ['weather-app', 'weather app', 'app', 'asha-rao/weather', 'https://github.com/asha-rao/weather-app/'],
      ['git', 'https', 'eather'],
    ],
    [
      'https://www.weather.example/app?x=secret',
      ['weather.example', 'app', 'example/app'],
      ['www', 'secret'],
    ],
    ['no link', [], ['link']],
  ])('finds %j by the project’s name', (githubLink, found, missed) => {
    for (const typed of found) expect([typed, isFound({ githubLink }, typed)]).toEqual([typed, true]);
    for (const typed of missed) expect([typed, isFound({ githubLink }, typed)]).toEqual([typed, false]);
  });

  it('has each word once, with any separators, and none for punctuation alone', () => {
    expect(searchWords('  RAO\0rao\tJosé % _ \\ ')).toEqual(['rao', 'jose']);
    expect(searchWords(" '-’ @ ")).toEqual([]);
  });
});

describe('what is stored', () => {
  const long = Array.from({ length: 1_000 }, (_, index) => `a${index}`).join('-');

  it('is bounded for a text with any number of parts', () => {
    expect(searchText({ ...nobody, githubLink: `https://e.example/${long}` })).toHaveLength(2_000);
    expect(nameKey('ﷺ'.repeat(200))).toHaveLength(200);
  });

  it('is cut between characters', () => {
    const text = searchText({ ...nobody, fullName: '𝒳'.repeat(100) + '𐐷'.repeat(100) });
    expect(text.isWellFormed()).toBe(true);
    const [word = ''] = searchWords('𐐷'.repeat(100));
    expect(word.isWellFormed()).toBe(true);
    expect([...word]).toHaveLength(60);
  });
});
