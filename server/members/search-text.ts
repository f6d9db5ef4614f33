import type { Member } from '#domain/members.ts';
import { projectLink } from '#domain/project-link.ts';

/** Longest word that is compared, in characters. */
const wordLength = 60;
const nameKeyLength = 200;
/** A made-up link or name can have hundreds of parts; nobody searches for the last of them. */
const searchTextLength = 2_000;

/** The searched fields of a member. */
export const searchedFields = ['fullName', 'email', 'studentId', 'githubLink'] as const;

type Searched = Pick<Member, (typeof searchedFields)[number]>;

/** Lower case, without the accents of Latin, Greek and Cyrillic letters, compatible forms unified. */
export function normalizeForSearch(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase();
}

/** The sort key of names. */
export function nameKey(fullName: string): string {
  return truncate(normalizeForSearch(fullName), nameKeyLength);
}

/** Apostrophes, hyphens and dashes in all their forms: people type them, leave them out or put a space. */
const connectors = /['‘’‛ʹʻʼʽ`´′＇\p{Pd}\u00ad\u2212]/gu;
const lettersMeetDigits = /(?<=\p{L})(?=\p{N})|(?<=\p{N})(?=\p{L})/gu;

/**
 * The search words of a member, each after a space. A word with connectors is listed from each of its parts
 * (O'Brien: `obrien brien`), and so is a student ID where letters meet digits (`1sd22cs045 sd22cs045 22cs045 …`).
 */
export function searchText({ fullName, email, studentId, githubLink }: Searched): string {
  const project = githubLink === null ? '' : (projectName(githubLink) ?? '');
  const texts = [fullName, email, withHyphens(studentId).replace(lettersMeetDigits, '-'), project];
  const words = new Set(texts.flatMap((text) => wordsOf(text).flatMap(startsOf)));
  return truncate([...words].map((word) => ` ${truncate(word, wordLength)}`).join(''), searchTextLength);
}

/** The typed text as prefixes that must all match. A web address stands for its project. */
export function searchWords(typed: string): string[] {
  const words = wordsOf(projectName(typed) ?? typed).map((word) => word.replaceAll('-', ''));
  return [...new Set(words.filter((word) => word !== '').map((word) => truncate(word, wordLength)))];
}

/** The name of a project as people write it: addresses percent-encode letters beyond ASCII. */
function projectName(link: string): string | undefined {
  const name = projectLink(link)?.name;
  try {
    return name && decodeURIComponent(name);
  } catch {
    return name;
  }
}

/** Runs of letters, digits and connectors, normalized; every connector is a hyphen. */
function wordsOf(text: string): string[] {
  return normalizeForSearch(withHyphens(text)).split(/[^\p{L}\p{M}\p{N}-]+/u);
}

function withHyphens(text: string): string {
  return text.replace(connectors, '-');
}

function startsOf(word: string): string[] {
  const parts = word.split('-').filter((part) => part !== '');
  return parts.map((_, index) => parts.slice(index).join(''));
}

/** By characters: half a surrogate pair could not be stored. */
function truncate(text: string, length: number): string {
  return text.length <= length ? text : [...text].slice(0, length).join('');
}
