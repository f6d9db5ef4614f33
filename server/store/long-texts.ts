import { createHash } from 'node:crypto';
import type { Kysely, Transaction } from 'kysely';
import * as z from 'zod/mini';
import { type ChangedFields, isTextExcerpt, type TextExcerpt } from '#domain/changes.ts';
import { limits } from '#domain/limits.ts';
import { padForIn } from './chunk.ts';
import type { Tables } from './tables.ts';

/** The log repeats no longer text than this, in UTF-16 units: the longest that any field but a description takes. */
const longestRepeated = limits.url;

const excerptLength = 200;

/** How many replaced texts are kept of one member; the oldest goes when another comes (docs/decisions/long-texts.md). */
export const replacedTextsPerMember = 5;

const storedTexts = z.record(z.string(), z.string());

/** A value as the log holds it: a long text is replaced by its beginning, its length and its hash. */
export function forLog(value: unknown): unknown {
  if (typeof value !== 'string' || value.length <= longestRepeated) return value;
  const excerpt = value.slice(0, excerptLength).toWellFormed();
  const hash = createHash('sha256').update(value).digest('base64url');
  return { excerpt, length: value.length, hash } satisfies TextExcerpt;
}

/**
 * Whether a value of a record is the one that was logged. Older entries do not name a field that a later version
 * added, which is null until its first change.
 */
export function isLogged(logged: unknown, value: unknown): boolean {
  if (!isTextExcerpt(logged)) return (logged ?? null) === (value ?? null);
  const now = forLog(value);
  return isTextExcerpt(now) && now.hash === logged.hash && now.length === logged.length;
}

/** The fields of a change as the log keeps them. */
export function shortened(fields: ChangedFields): ChangedFields {
  return Object.fromEntries(
    Object.entries(fields).map(([name, { old, new: after }]) => [
      name,
      { old: forLog(old), new: forLog(after) },
    ]),
  );
}

/** The long texts that a change replaced, by field; null where there are none. */
export function replacedTexts(fields: ChangedFields): Record<string, string> | null {
  const texts = Object.entries(fields).flatMap(([name, { old }]): [string, string][] =>
    typeof old === 'string' && old.length > longestRepeated ? [[name, old]] : [],
  );
  return texts.length > 0 ? Object.fromEntries(texts) : null;
}

/** Keeps the long texts that a change replaced, so that it can be undone, in place of the member's oldest ones. */
export async function keepReplaced(
  trx: Transaction<Tables>,
  change: { seq: number; uid: string; at: string; texts: Record<string, string> },
): Promise<void> {
  await trx
    .insertInto('replaced_texts')
    .values({ ...change, texts: JSON.stringify(change.texts) })
    .execute();
  const tooMany = await trx
    .selectFrom('replaced_texts')
    .select('seq')
    .where('uid', '=', change.uid)
    .orderBy('seq', 'desc')
    .offset(replacedTextsPerMember)
    .limit(1)
    .executeTakeFirst();
  if (!tooMany) return;
  await trx
    .deleteFrom('replaced_texts')
    .where('uid', '=', change.uid)
    .where('seq', '<=', tooMany.seq)
    .execute();
}

/** Forgets the long texts of members who are removed. */
export async function dropReplaced(trx: Transaction<Tables>, uids: readonly string[]): Promise<void> {
  await trx.deleteFrom('replaced_texts').where('uid', 'in', padForIn(uids)).execute();
}

/** The long texts that a change replaced, or null where they are not kept any more. */
export async function readReplaced(trx: Kysely<Tables>, seq: number): Promise<Record<string, string> | null> {
  const row = await trx
    .selectFrom('replaced_texts')
    .select('texts')
    .where('seq', '=', seq)
    .executeTakeFirst();
  return row ? storedTexts.parse(JSON.parse(row.texts)) : null;
}
