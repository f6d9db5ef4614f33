import { z } from 'zod';

/** One rule that an input broke: the field at fault (empty for the whole input) and the text to show. */
export interface Failure {
  field: string;
  message: string;
}

export type Checked<T> = { ok: true; value: T } | { ok: false; failure: Failure };

/**
 * Checks an input against a rule and answers the first failure only, in the order in which the rule lists
 * its fields (spec, point 5: "first failure shown"). The form and the server both call this.
 */
export function check<T>(rule: z.ZodType<T>, input: unknown): Checked<T> {
  const parsed = rule.safeParse(input);
  if (parsed.success) return { ok: true, value: parsed.data };
  return { ok: false, failure: firstFailure(parsed.error.issues) };
}

/** The first of zod's issues as a failure; an unknown field is named as the field at fault. */
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

/** Whether both engines, CSV rows and mail headers can hold a text as it is: whole characters, no control ones. */
export function isStorableLine(text: string): boolean {
  return text.isWellFormed() && !controlCharacter.test(text);
}

const controlCharacterButLayout = /[^\P{Cc}\t\n\r]/u;

/**
 * A required single-line text: trimmed first, never empty, at most `max` characters, without control
 * characters (they would break mail headers, CSV rows and PostgreSQL text).
 */
export function requiredText(label: string, max: number) {
  return storableText(label, max, controlCharacter);
}

/** Like `requiredText`, but line breaks and tabs are allowed. */
export function requiredMultilineText(label: string, max: number) {
  return storableText(label, max, controlCharacterButLayout);
}

function storableText(label: string, max: number, forbidden: RegExp) {
  return (
    z
      .string(`${label} is required`)
      .trim()
      .min(1, `${label} is required`)
      // Said only when it is to be: to format numbers costs more at first than all the rest of the rules.
      .max(max, {
        error: () => `${label} must be at most ${max.toLocaleString('en-US')} characters long`,
      })
      .refine((text) => text.isWellFormed() && !forbidden.test(text), {
        message: `${label} contains characters that cannot be stored`,
      })
  );
}
