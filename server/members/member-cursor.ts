import * as z from 'zod/mini';
import type { MemberSort, SortDirection } from '#domain/member-list.ts';
import { Refusal } from '#server/http/refusal.ts';

/** The last row of a page, after which the next one begins. */
export interface Position {
  key: string | number;
  uid: string;
}

/** The orders with numeric keys; the other keys are texts. */
const numericSorts: readonly MemberSort[] = [
  'yearOfStudy',
  'step',
  'submissionReviewed',
  'graded',
  'score',
  'mean',
  'opinions',
  'spread',
  'outcome',
];

const stored = z.tuple([z.string(), z.string(), z.union([z.string(), z.number()]), z.string()]);

/** An encoded position. It includes its order, so that it cannot be used with another. */
export function encodeCursor(sort: MemberSort, dir: SortDirection, { key, uid }: Position): string {
  return Buffer.from(JSON.stringify([sort, dir, key, uid])).toString('base64url');
}

/** Throws 400 INVALID_INPUT for a cursor that is made up, or of another order. */
export function decodeCursor(sort: MemberSort, dir: SortDirection, cursor: string): Position {
  const parsed = stored.safeParse(parseJson(Buffer.from(cursor, 'base64url').toString()));
  const [ofSort, ofDir, key, uid] = parsed.data ?? [];
  const fits = ofSort === sort && ofDir === dir && (typeof key === 'number') === numericSorts.includes(sort);
  if (!fits || key === undefined || uid === undefined || !storable(key, uid)) {
    throw new Refusal(400, 'INVALID_INPUT', 'This page of the list cannot be found.', { field: 'cursor' });
  }
  return { key, uid };
}

/** PostgreSQL accepts neither half a surrogate pair nor NUL in text. */
function storable(...values: (string | number)[]): boolean {
  return values.every((value) =>
    typeof value === 'number'
      ? Number.isSafeInteger(value) && Math.abs(value) < 2 ** 31
      : value.isWellFormed() && !value.includes('\0'),
  );
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
