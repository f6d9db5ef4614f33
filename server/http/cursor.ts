import type * as z from 'zod/mini';
import { Refusal } from './refusal.ts';

type Cursor = readonly (string | number)[];

/** A position in a list, as an opaque token for a query string. */
export function writeCursor(position: Cursor): string {
  return Buffer.from(JSON.stringify(position)).toString('base64url');
}

/** The position in a token. Throws 400 INVALID_INPUT for one that is made up, or does not fit the rule. */
export function readCursor<T extends Cursor>(rule: z.ZodMiniType<T>, cursor: string, field = 'cursor'): T {
  try {
    const position = rule.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString()));
    if (position.every(isStorable)) return position;
  } catch {}
  throw new Refusal(400, 'INVALID_INPUT', 'This page of the list cannot be found.', { field });
}

/** PostgreSQL accepts neither half a surrogate pair nor NUL in text, and no large number for a column of small ones. */
function isStorable(value: string | number): boolean {
  return typeof value === 'number'
    ? Number.isSafeInteger(value) && Math.abs(value) < 2 ** 31
    : value.isWellFormed() && !value.includes('\0');
}
