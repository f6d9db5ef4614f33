import * as z from 'zod/mini';
import type { MemberSort, SortDirection } from '#domain/member-list.ts';
import { readCursor, writeCursor } from '#server/http/cursor.ts';

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

/** An encoded position. It includes its order, so that it cannot be used with another. */
export function encodeCursor(sort: MemberSort, dir: SortDirection, { key, uid }: Position): string {
  return writeCursor([sort, dir, key, uid]);
}

/** Throws 400 INVALID_INPUT for a cursor that is made up, or of another order. */
export function decodeCursor(sort: MemberSort, dir: SortDirection, cursor: string): Position {
  const keyRule = numericSorts.includes(sort) ? z.number() : z.string();
  const rule = z.tuple([z.literal(sort), z.literal(dir), keyRule, z.string()]);
  const [, , key, uid] = readCursor(rule, cursor);
  return { key, uid };
}
