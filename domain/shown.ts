import * as z from 'zod/mini';
import { boundedString } from './bounded.ts';

/** Longer than any text that the portal stores in a field. */
const textMax = 12_000;
const listMax = 50;

const text = boundedString(textMax);
const value = z.union([z.nullable(text), z.number(), z.boolean(), z.array(text).check(z.maxLength(listMax))]);

/** The values of some fields as they were on screen when a write was decided on (docs/decisions/shown.md). */
export type Shown<Field extends string = string> = { [name in Field]?: z.infer<typeof value> | undefined };

/** The part `shown` of a request. The server refuses a write if one of these fields has another value by then. */
export function shownOf<Field extends string>(fields: readonly Field[]) {
  const shape = Object.fromEntries(fields.map((field) => [field, z.optional(value)]));
  return z.optional(z.strictObject(shape as { [name in Field]: z.ZodMiniOptional<typeof value> }));
}

/** The values of these fields, to send as `shown`. */
export function pick<Values extends object, Field extends keyof Values>(
  record: Values,
  fields: readonly Field[],
): Pick<Values, Field> {
  return Object.fromEntries(fields.map((field) => [field, record[field]])) as Pick<Values, Field>;
}
