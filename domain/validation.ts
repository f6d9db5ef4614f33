import { z } from 'zod';

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
export function check<T>(rule: z.ZodType<T>, input: unknown): Checked<T> {
  const parsed = rule.safeParse(input);
  if (parsed.success) return { ok: true, value: parsed.data };
  return { ok: false, failure: firstFailure(parsed.error.issues) };
}

/** Converts the first of zod's issues to a failure. An unknown field counts as the invalid field. */
export function firstFailure(issues: readonly z.core.$ZodIssue[]): Failure {
  const issue = issues[0];
  if (!issue) return { field: '', message: 'The input is not valid' };
  if (issue.code === 'unrecognized_keys') {
    const field = issue.keys[0] ?? '';
    return { field, message: `Unknown field: ${field}` };
  }
  return { field: issue.path.map(String).join('.'), message: issue.message };
}

const controlCharacter = /\p{Cc}/u;

/** Whether both engines, CSV and mail headers can represent a text: well-formed, without control characters. */
export function isStorableLine(text: string): boolean {
  return text.isWellFormed() && !controlCharacter.test(text);
}

const controlCharacterButLayout = /[^\P{Cc}\t\n\r]/u;

/**
 * A required single-line text: trimmed, not empty, at most `max` characters, without control characters (they would
 * break mail headers, CSV rows and PostgreSQL text).
 */
export function requiredText(label: string, max: number) {
  return storableText(label, max, controlCharacter);
}

/** Like `requiredText`, but allows line breaks and tabs. */
export function requiredMultilineText(label: string, max: number) {
  return storableText(label, max, controlCharacterButLayout);
}

function storableText(label: string, max: number, forbidden: RegExp) {
  return (
    z
      .string(`${label} is required`)
      .trim()
      .min(1, `${label} is required`)
      // Formatted lazily: the first use of number formatting is slow.
      .max(max, {
        error: () => `${label} must be at most ${max.toLocaleString('en-US')} characters long`,
      })
      .refine((text) => text.isWellFormed() && !forbidden.test(text), {
        message: `${label} contains characters that cannot be stored`,
      })
  );
}
