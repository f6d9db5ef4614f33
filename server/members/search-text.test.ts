import { describe, expect, it } from 'vitest';
import {
  likePattern,
  nameKey,
  normalizeForSearch,
  searchText,
  searchWords,
  studentIdKey,
} from './search-text.ts';

const nobody = {
  ...{ fullName: '', email: '', studentId: '', contactNumber: 'Not Set', githubLink: null },
  ...{ department: 'Not Set', yearOfStudy: 1 as const, developmentTrack: null, submissionTrack: null },
  ...{ createdAt: '', submittedAt: null },
};

/** Which of these searches find the record. */
function finding(record: Partial<Parameters<typeof searchText>[0]>, searches: readonly string[]): string[] {
  const text = searchText({ ...nobody, ...record });
  return searches.filter((typed) => searchWords(typed).every((word) => text.includes(` ${word}`)));
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
    expect(finding({ fullName }, [...found, 'rien', 'sha', 'zz'])).toEqual(found);
  });

  it.each([
    [
      { email: 'priya.rao_22@students.example' },
      ['priya.rao_22@students.example', 'rao_22@', '22@s', 'students'],
    ],
    [{ studentId: '1SD22CS045' }, ['1sd22cs045', '1sd22', 'sd22cs', '22cs', 'cs045', '045']],
    [{ studentId: '1SD-22-CS-045' }, ['1sd22cs045', '1sd-22', 'cs-045', 'cs045', '045']],
  ])('finds %j by each part', (record, found) => {
    expect(finding(record, found)).toEqual(found);
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
    expect(finding({ githubLink }, [...found, ...missed])).toEqual(found);
  });

  it('has each word once, with any separators, and none for punctuation alone', () => {
    expect(searchWords('  RAO\0rao\tJosé % _ \\ ')).toEqual(['rao', 'jose', '%', '_', '\\']);
    expect(searchWords(' \t ')).toEqual([]);
  });

  it('for punctuation alone does not find everybody', () => {
    const asha = { fullName: 'Asha Rao', email: 'asha@students.example' };
    expect(finding(asha, ['%', '_', '\\', '@', "'", '--', '. ,', '%%', '_%'])).toEqual([]);
  });

  it('takes %, _ and \\ for letters', () => {
    const email = 'a%b_c@students.example';
    const found = ['a%b', 'a%', '%b', '_c', '_', 'b_c@', 'c@students'];
    expect(finding({ email }, [...found, 'a_b', 'b%c', 'a\\'])).toEqual(found);
    expect(likePattern('% ', 'a%b_c\\')).toBe('% a\\%b\\_c\\\\%');
  });

  it.each([
    [
      '9876543210',
      ['9876543210', '98765', '98765 43210', '+91 98765-43210', '098765 43210', '(98765) 43210'],
    ],
    [
      '+91 98765 43210',
      ['9876543210', '919876543210', '98765 43210', '+91 98765 43210', '43210', '91 98765'],
    ],
    ['+44 7911 123456', ['+44 7911 123456', '7911 123456', '447911', '123456']],
  ])('finds the contact number %s', (contactNumber, found) => {
    expect(finding({ contactNumber }, [...found, '9876543211', '6543210', 'Not Set'])).toEqual(found);
  });

  it.each([
    'https://github.com/asha-rao/events',
    'https://github.com./asha-rao/%65vents.git',
    'http://www.github.com/asha-rao/events/tree/main',
  ])('finds %s by its owner, with and without https', (githubLink) => {
    const found = [
      ...['github.com/asha-rao', 'https://github.com/asha-rao', 'www.github.com/asha-rao/'],
      ...['github.com/asha-rao/events', 'https://github.com/asha-rao/events.git', 'asha-rao/events', 'asha'],
    ];
    expect(finding({ githubLink }, [...found, 'github.com/ben'])).toEqual(found);
  });
});

describe('a search for what a list shows', () => {
  it.each([
    [{ department: 'Civil Engineering' }, ['civil', 'Civil Engineering', 'engineering']],
    [{ yearOfStudy: 3 }, ['3rd year', '3rd']],
    [{ developmentTrack: 'ml' }, ['machine learning', 'Machine']],
    [{ submissionTrack: 'web' }, ['web development']],
    [{ createdAt: '2026-10-01T09:30:00.000Z' }, ['Oct 1, 2026', '2026-10-01', 'October 1, 2026']],
    [{ submittedAt: '2026-11-09T09:30:00.000Z' }, ['Nov 9, 2026']],
  ] as const)('finds %j', (record, found) => {
    expect(finding(record, found)).toEqual(found);
    expect(finding({ department: 'Other' }, found)).toEqual([]);
  });

  it('does not take a name for a day', () => {
    expect(finding({ createdAt: '2026-05-01T09:30:00.000Z' }, ['May'])).toEqual([]);
    expect(searchWords('May 1')).toEqual(['may', '1']);
    expect(searchWords('Foo 99, 2026')).toEqual(['foo', '99', '2026']);
  });
});

describe('studentIdKey', () => {
  it('is the same for every spelling, and empty for none', () => {
    for (const spelling of ['1SD22CS045', '1sd-22-cs-045', ' 1SD 22 CS 045 '])
      expect(studentIdKey(spelling)).toBe('1sd22cs045');
    for (const none of ['', 'Not Set', '-']) expect(studentIdKey(none)).toBe('');
  });
});

describe('what is stored', () => {
  const long = Array.from({ length: 1_000 }, (_, index) => `a${index}`).join('-');

  it('is bounded for a text with any number of parts', () => {
    expect(searchText({ ...nobody, fullName: long })).toHaveLength(2_000);
    expect(searchText({ ...nobody, githubLink: `https://e.example/${long}` }).length).toBeLessThan(2_001);
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
