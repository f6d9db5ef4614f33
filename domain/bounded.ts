import * as z from 'zod/mini';

/** Room for white space around a text, which is trimmed before its own length counts. */
export const paddingMax = 1_000;

export interface BoundedTexts {
  /** Said where the value is missing or no text. */
  required?: string;
  tooLong?: string | (() => string);
}

/**
 * A text of at most `max` characters. The length is checked first and ends the checking, so that no pattern,
 * refinement or normalisation ever sees a longer one. Every text of a request begins with this or `trimmedString`;
 * `tests/bounded-input.test.ts` fails for one that does not.
 */
export function boundedString(max: number, { required, tooLong }: BoundedTexts = {}) {
  return z
    .string(required)
    .check(z.maxLength(max, { abort: true, ...(tooLong !== undefined && { error: tooLong }) }));
}

/** Rule for a text of at most `max` characters after it is trimmed. */
export function trimmedString(max: number, texts: BoundedTexts = {}) {
  const error = texts.tooLong !== undefined && { error: texts.tooLong };
  return boundedString(max + paddingMax, texts).check(z.trim(), z.maxLength(max, { abort: true, ...error }));
}

const listMax = 100;

/** A list of the club's own entries: at most a hundred. */
export function clubList<Item extends z.ZodMiniType>(item: Item, min = 1) {
  return z.array(item).check(z.maxLength(listMax, `must have at most ${listMax} entries`), z.minLength(min));
}

/** At most `length` characters of a text: half a surrogate pair could not be stored. */
export function truncate(text: string, length: number): string {
  return text.length <= length ? text : [...text].slice(0, length).join('');
}
