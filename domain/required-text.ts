import * as z from 'zod/mini';
import { trimmedString } from './bounded.ts';
import { withoutReordering } from './invisible.ts';
import { limits } from './limits.ts';

/** Control characters that no text needs: NUL, escape sequences, halves of surrogate pairs. */
const unstorable = /[^\P{Cc}\t\n\r]|\p{Cs}/u;

/** Whether both engines, CSV and mail headers can represent a text: well-formed, without control characters. */
export function isStorableLine(text: string): boolean {
  return isStorableText(text) && !/[\t\n\r]/.test(text);
}

/** Whether both engines can represent a text of several lines: well-formed, its only control characters line breaks and tabs. */
export function isStorableText(text: string): boolean {
  return !unstorable.test(text);
}

/** Marks of footnotes, fields and hyphenation, which Word puts on the clipboard. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: it looks for them
const wordMarks = /[\u0001-\u0006\u0008\u000e-\u001a\u001c-\u001f]/g;

/** A pasted text without the marks of Word. Line breaks of PowerPoint (U+000B) and pages of a PDF (U+000C) are line breaks. */
export function cleanText(text: string): string {
  return text
    .replace(wordMarks, '')
    .replaceAll('\u0007', ' ')
    .replace(/[\v\f\u0085\u2028\u2029]/g, '\n');
}

/** A pasted line: cells of a table or several lines are separated by spaces, and nothing reorders what follows. */
export function cleanLine(text: string): string {
  return withoutReordering(cleanText(text)).replace(/\r\n|[\t\n\r]/g, ' ');
}

/** The check that a cleaned text can be stored. Its failure names the first character that cannot, which is invisible, and where it is. */
export function storable(label: string) {
  return z.refine<string>(isStorableText, {
    error: ({ input }) => {
      const text = String(input);
      const at = text.search(unstorable);
      const code = text.charCodeAt(at).toString(16).toUpperCase().padStart(4, '0');
      const before = text.slice(0, at).slice(-20).trim().toWellFormed();
      return `${label} contains a character that cannot be stored: U+${code} ${before ? `after “${before}”` : 'at the beginning'}`;
    },
  });
}

/** A line that may be empty. */
export function optionalLine(label: string, max: number) {
  return trimmedString(max, { tooLong: () => `${label} must be at most ${max} characters long` }).check(
    z.overwrite(cleanLine),
    storable(label),
  );
}

const visibleCharacter = /[^\p{Default_Ignorable_Code_Point}\s\u2800]/u;

/** Whether a reader sees nothing of a text: it is empty, or has only spaces and characters of no width. */
export function isBlank(text: string): boolean {
  return !visibleCharacter.test(text);
}

/**
 * A required single-line text: trimmed, not blank, at most `max` characters, without control characters (they would
 * break mail headers, CSV rows and PostgreSQL text). Characters that reorder others are removed.
 */
export function requiredText(label: string, max: number) {
  return storableText(label, max, cleanLine);
}

/** Like `requiredText`, but allows line breaks, tabs and changes of direction, which end with their line. */
export function requiredMultilineText(label: string, max: number) {
  return storableText(label, max, cleanText);
}

function storableText(label: string, max: number, clean: (text: string) => string) {
  return trimmedString(max, {
    required: `${label} is required`,
    // Formatted only when needed: the first number costs more than all the other rules together.
    tooLong: () => `${label} must be at most ${max.toLocaleString('en-US')} characters long`,
  }).check(
    z.overwrite((text) => clean(text).trim()),
    z.refine((text) => !isBlank(text), { error: `${label} is required`, abort: true }),
    storable(label),
  );
}

function ownText(clean: (text: string) => string) {
  return trimmedString(limits.clubText).check(
    z.overwrite((text) => clean(cleanText(text)).trim()),
    z.minLength(1, 'must not be empty'),
    z.refine(isStorableText, 'must not contain control characters'),
  );
}

/** A text of the club's own, with line breaks. Its messages stand after the name of its field. */
export const clubText = ownText((text) => text);

/** Such a text on one line, for titles and for the headers of mails, where a line break would start another header. */
export const clubLine = ownText(withoutReordering).check(z.regex(/^[^\r\n]*$/, 'must be a single line'));
