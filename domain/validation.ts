import type * as z from 'zod/mini';

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
