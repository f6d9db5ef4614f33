import { notSet } from '#domain/departments.ts';
import { trackLabels, yearLabels } from '#domain/member-choices.ts';
import type { Member } from '#domain/members.ts';
import { repositoryKey, withScheme } from '#domain/project-link.ts';

/** Longest word that is compared, in characters. */
const wordLength = 60;
const nameKeyLength = 200;
/** A made-up link or name can have hundreds of parts; no search names the last of them. */
const searchTextLength = 2_000;

export const searchedFields = [
  'fullName',
  'email',
  'studentId',
  'contactNumber',
  'githubLink',
  'department',
  'yearOfStudy',
  'developmentTrack',
  'submissionTrack',
  'createdAt',
  'submittedAt',
] as const;

type Searched = Pick<Member, (typeof searchedFields)[number]>;

/** Lower case, without the accents of Latin, Greek and Cyrillic letters, compatible forms unified. */
export function normalizeForSearch(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase();
}

export function nameKey(fullName: string): string {
  return truncate(normalizeForSearch(fullName), nameKeyLength);
}

/** Apostrophes, hyphens and dashes in all their forms: people type them, leave them out or put a space. */
const connectors = /['‘’‛ʹʻʼʽ`´′＇\p{Pd}\u00ad\u2212]/gu;
const lettersMeetDigits = /(?<=\p{L})(?=\p{N})|(?<=\p{N})(?=\p{L})/gu;

/**
 * The search words of a member, each after a space. A word with connectors is listed from each of its parts
 * (O'Brien: `obrien brien`), and so is a student ID where letters meet digits (`1sd22cs045 sd22cs045 22cs045 …`).
 * `%`, `_` and `\\` count as letters, after each of which a word is listed, too. Choices are
 * searched as lists show them, and a day as one word.
 */
export function searchText(record: Searched): string {
  const { fullName, email, studentId, contactNumber, githubLink } = record;
  const texts = [
    fullName,
    email,
    withHyphens(studentId).replace(lettersMeetDigits, '-'),
    repositoryKey(githubLink),
    ...choicesOf(record),
  ];
  const words = new Set([
    ...texts.flatMap((text) => wordsOf(text).flatMap(startsOf)),
    ...phoneStarts(contactNumber),
    ...[record.createdAt, record.submittedAt].map(dayWord),
  ]);
  words.delete('');
  return truncate([...words].map((word) => ` ${truncate(word, wordLength)}`).join(''), searchTextLength);
}

/**
 * The typed text as prefixes that must all match. A web address stands for its project, with or without its scheme. A
 * text without any of these is one word, which no member has.
 */
export function searchWords(typed: string): string[] {
  const whole = typedDay(typed) ?? typedPhone(typed);
  if (whole !== null) return [whole];
  const words = wordsOf(projectName(typed) || typed).map((word) => word.replaceAll('-', ''));
  const found = words.filter((word) => word !== '');
  if (found.length === 0 && typed.trim() !== '') found.push(typed.trim());
  return [...new Set(found.map((word) => truncate(word, wordLength)))];
}

/** A pattern for LIKE with the escape character `\\`. */
export function likePattern(before: string, word: string): string {
  return `${before}${word.replace(/[\\%_]/g, '\\$&')}%`;
}

/** Empty for a text that is no address. The owner and repository on GitHub are found without the host. */
function projectName(typed: string): string {
  return repositoryKey(typed.includes('/') ? withScheme(typed) : typed).replace(/^github\.com\//, '');
}

const notDigits = /\P{N}+/gu;
/** A phone number without the prefix of its country or trunk has this many digits at most. */
const subscriberDigits = 10;
/** Fewer digits may be parts of several words. */
const fewestPhoneDigits = 7;

/** A phone number as one word, from its beginning and without a prefix, and each group of its digits. */
function phoneStarts(contactNumber: string): string[] {
  const text = contactNumber.normalize('NFKC');
  const digits = text.replace(notDigits, '');
  return [digits, digits.slice(-subscriberDigits), ...text.split(notDigits)].filter((word) => word !== '');
}

function typedPhone(typed: string): string | null {
  const text = typed.normalize('NFKC');
  const digits = text.replace(notDigits, '');
  if (digits.length < fewestPhoneDigits || !/^[\p{N}\s()+./-]+$/u.test(text)) return null;
  return digits.replace(/^(?:0|91)(?=\p{N}{10}$)/u, '');
}

function choicesOf({ department, yearOfStudy, developmentTrack, submissionTrack }: Searched): string[] {
  const tracks = [developmentTrack, submissionTrack].map((track) => (track ? trackLabels[track] : ''));
  return [department === notSet ? '' : department, yearLabels[yearOfStudy], ...tracks];
}

/** The day of a stored time in UTC, as one word such as `day20261001`; empty without a time. */
function dayWord(time: string | null): string {
  return time === null || Number.isNaN(Date.parse(time)) ? '' : `day${time.slice(0, 10).replaceAll('-', '')}`;
}

const typedDays = /^\p{L}{3,9} \d{1,2}, \d{4}$|^\d{4}-\d{2}-\d{2}$/u;

/** A typed day, such as `Oct 1, 2026` or `2026-10-01`, as the word that is stored for it. */
function typedDay(typed: string): string | null {
  const text = typed.trim();
  const day = typedDays.test(text) ? new Date(`${text}${text.includes(',') ? ' UTC' : ''}`) : null;
  return day && !Number.isNaN(day.getTime()) ? dayWord(day.toISOString()) : null;
}

/** The same text for every spelling of a student ID; empty for none. */
export function studentIdKey(studentId: string): string {
  if (studentId === notSet) return '';
  return truncate(normalizeForSearch(studentId).replace(/[^\p{L}\p{M}\p{N}]+/gu, ''), wordLength);
}

/** Runs of letters, digits, connectors and the symbols of patterns, normalized; every connector is a hyphen. */
function wordsOf(text: string): string[] {
  return normalizeForSearch(withHyphens(text)).split(/[^\p{L}\p{M}\p{N}%_\\-]+/u);
}

function withHyphens(text: string): string {
  return text.replace(connectors, '-');
}

function startsOf(word: string): string[] {
  const parts = word.split(/-|(?<=[%_\\])|(?=[%_\\])/).filter((part) => part !== '');
  return parts.map((_, index) => parts.slice(index).join(''));
}

/** At most `length` characters of a text: half a surrogate pair could not be stored. */
export function truncate(text: string, length: number): string {
  return text.length <= length ? text : [...text].slice(0, length).join('');
}
