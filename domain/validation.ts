import * as z from 'zod/mini';
import { trimmedString } from './bounded.ts';
import { counted } from './plural.ts';

/** A validation failure: the invalid field (empty for the whole input) and the text to show. */
export interface Failure {
  field: string;
  message: string;
}

export type Checked<T> = { ok: true; value: T } | { ok: false; failure: Failure };

/**
 * Validates an input and returns only the first failure, in the order in which the rule lists its fields (spec,
 * point 5: "first failure shown"). Used by both forms and the server.
 */
export function check<T>(rule: z.ZodMiniType<T>, input: unknown): Checked<T> {
  const parsed = rule.safeParse(input);
  if (parsed.success) return { ok: true, value: parsed.data };
  return { ok: false, failure: firstFailure(parsed.error.issues) };
}

/** An error repeats at most this many characters of a name that the sender chose. */
const longestName = 100;

/** The first of zod's issues as a failure; an unknown field is named as the field at fault. */
export function firstFailure(issues: readonly z.core.$ZodIssue[]): Failure {
  const issue = issues[0];
  if (!issue) return { field: '', message: 'The input is not valid' };
  if (issue.code === 'unrecognized_keys') {
    const field = issue.keys[0] ?? '';
    return { field: field.slice(0, longestName), message: `Unknown field: ${field.slice(0, longestName)}` };
  }
  return { field: issue.path.map(String).join('.'), message: issue.message };
}

const kinds: Partial<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
};

/** For a rule without a text: zod's own sentences name types but not the field. */
function textFor(issue: z.core.$ZodRawIssue): string {
  const name = issue.path?.length ? issue.path.map(String).join('.') : 'The input';
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined
        ? `${name} is required`
        : `${name} must be ${kinds[issue.expected] ?? issue.expected}`;
    case 'invalid_value':
      return `${name} must be ${issue.values.map(String).join(' or ')}`;
    case 'too_big':
      return bound(name, 'at most', issue.maximum, issue.origin);
    case 'too_small':
      return bound(name, 'at least', issue.minimum, issue.origin);
    default:
      return `${name} is not valid`;
  }
}

function bound(name: string, side: 'at most' | 'at least', amount: number | bigint, origin: string): string {
  if (origin === 'array') return `${name} must have ${side} ${counted(Number(amount), 'entry', 'entries')}`;
  return `${name} must be ${side} ${amount}${origin === 'string' ? ' characters long' : ''}`;
}

z.config({ customError: textFor });

const controlCharacter = /\p{Cc}/u;

/** Whether both engines, CSV and mail headers can represent a text: well-formed, without control characters. */
export function isStorableLine(text: string): boolean {
  return text.isWellFormed() && !controlCharacter.test(text);
}

const controlCharacterButLayout = /[^\P{Cc}\t\n\r]/u;

/** The same for a text of several lines, which may have line breaks and tabs. */
export function isStorableText(text: string): boolean {
  return text.isWellFormed() && !controlCharacterButLayout.test(text);
}

const reordering = /[\u202a-\u202e\u2066-\u2069]/g;

/**
 * Without the invisible characters that change the direction of what follows them: in a name, they would reverse the
 * rest of every sentence, table row and mail that shows it.
 */
export function withoutReordering(text: string): string {
  return text.replace(reordering, '');
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
  return storableText(label, max, { forbidden: controlCharacter, clean: withoutReordering });
}

/** Like `requiredText`, but allows line breaks, tabs and changes of direction, which end with their line. */
export function requiredMultilineText(label: string, max: number) {
  return storableText(label, max, { forbidden: controlCharacterButLayout, clean: (text) => text });
}

interface TextKind {
  forbidden: RegExp;
  clean: (text: string) => string;
}

function storableText(label: string, max: number, { forbidden, clean }: TextKind) {
  return trimmedString(max, {
    required: `${label} is required`,
    // Formatted only when needed: the first number costs more than all the other rules together.
    tooLong: () => `${label} must be at most ${max.toLocaleString('en-US')} characters long`,
  }).check(
    z.overwrite((text) => clean(text).trim()),
    z.refine((text) => !isBlank(text), { error: `${label} is required`, abort: true }),
    z.refine((text) => text.isWellFormed() && !forbidden.test(text), {
      message: `${label} contains characters that cannot be stored`,
    }),
  );
}
