import type { Member } from '#domain/members.ts';

/** Longest term, in characters: what is typed beyond is not compared. Keeps entries within an index page. */
const termLength = 60;
const keyLength = 200;

/** What a member is found by. */
export const searchedFields = ['fullName', 'email', 'studentId'] as const;

type Searched = Pick<Member, (typeof searchedFields)[number]>;

/** Text as it is compared: without case, without accents of Latin, Greek and Cyrillic letters, compatible forms as one. */
export function fold(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase();
}

/** What names are sorted by. */
export function nameKey(fullName: string): string {
  return cut(fold(fullName), keyLength);
}

const betweenWords = /[^\p{L}\p{M}\p{N}]+/gu;
const betweenLettersAndDigits = /(?<=\p{L})(?=\p{N})|(?<=\p{N})(?=\p{L})/gu;

/**
 * Everything by whose beginning a member is found: for each text between spaces the text from each of its words
 * on (`priya.rao@x.edu`, `rao@x.edu`, `x.edu`; `o'brien`, `brien`), and for the student ID also from where
 * letters and digits meet (`1sd22cs045`, `22cs045`, `cs045`, `045`). Folded, without repeats.
 */
export function searchTerms(record: Searched): string[] {
  const [local = '', domain] = fold(record.email).split('@');
  const terms = [
    ...fold(record.fullName).split(/\s+/).flatMap(startingAtWords),
    ...startingAtWords(local).map((start) => (domain === undefined ? start : `${start}@${domain}`)),
    ...(domain === undefined ? [] : [domain]),
    ...fold(record.studentId)
      .split(/\s+/)
      .flatMap((text) => [...startingAtWords(text), ...startingAfter(text, betweenLettersAndDigits)]),
  ];
  return [...new Set(terms.filter((term) => term !== '').map((term) => cut(term, termLength)))];
}

/** The terms in one text, each after a space, for a search that looks at records one by one. */
export function searchText(record: Searched): string {
  return searchTerms(record)
    .map((term) => ` ${term}`)
    .join('');
}

/** What was typed, as the beginnings of terms that a member must all have. */
export function searchWords(typed: string): string[] {
  const words = fold(typed)
    .split(/[\s\p{Cc}]+/u)
    .filter((word) => word !== '');
  return [...new Set(words.map((word) => cut(word, termLength)))];
}

function startingAtWords(text: string): string[] {
  return [text, ...startingAfter(text, betweenWords)];
}

function startingAfter(text: string, boundary: RegExp): string[] {
  return [...text.matchAll(boundary)].map((match) => text.slice(match.index + match[0].length));
}

/** By characters: half of one could not be stored. */
function cut(text: string, length: number): string {
  return text.length <= length ? text : [...text].slice(0, length).join('');
}
