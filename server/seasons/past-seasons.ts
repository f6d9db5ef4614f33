import { type SqlBool, sql } from 'kysely';
import * as z from 'zod/mini';
import { fieldsWith, memberFields } from '#domain/member-fields.ts';
import type { SeasonNumbers } from '#domain/numbers.ts';
import { decided, placeOf } from '#domain/places.ts';
import { searchWords } from '#domain/search-text.ts';
import {
  type PastMembers,
  type PastQuery,
  type PastRecord,
  type SeasonList,
  seasonRefusals,
} from '#domain/seasons.ts';
import type { MemberDocument } from '#server/accounts/member-document.ts';
import type { Content } from '#server/config/content.ts';
import { csvRow } from '#server/http/csv.ts';
import { readCursor, writeCursor } from '#server/http/cursor.ts';
import { Refusal } from '#server/http/refusal.ts';
import { cellOf, isNumberLike } from '#server/members/member-export.ts';
import { toColumns } from '#server/members/member-row.ts';
import { readSettings, type ViewDeps } from '#server/results/release-state.ts';
import { padForIn } from '#server/store/chunk.ts';
import { countRows } from '#server/store/count-rows.ts';
import { iso } from '#server/store/database-time.ts';
import type { Db, Store } from '#server/store/open.ts';
import { inPortions } from '#server/store/portions.ts';
import { memberIn, selectPending } from './move-season.ts';

/** A past season has two lists. */
export type PastKind = 'member' | 'message';

const pageSize = 50;

export async function readSeasons(db: Db, deps: ViewDeps): Promise<SeasonList> {
  const { keepYears } = deps.content.seasons;
  const rows = await db.selectFrom('seasons').selectAll().orderBy('endedAt', 'desc').execute();
  const moving = rows.find(({ movedAt }) => movedAt === null);
  return {
    current: (await readSettings(db, deps)).season,
    ending: moving ? await countRows(selectPending(db, moving.id)) : null,
    keepYears,
    seasons: rows.map(({ id, name, endedAt, counts, clearedAt }) => ({
      ...{ id, name, endedAt, clearedAt, clearsAt: clearingTime(endedAt, keepYears) },
      numbers: JSON.parse(counts) as SeasonNumbers,
    })),
  };
}

function clearingTime(endedAt: string, years: number): string {
  const end = new Date(endedAt);
  end.setUTCFullYear(end.getUTCFullYear() + years);
  return end.toISOString();
}

async function refuseUnknown(db: Db, id: string): Promise<void> {
  const known = await db.selectFrom('seasons').select('id').where('id', '=', id).executeTakeFirst();
  if (!known) throw new Refusal(404, 'NOT_FOUND', seasonRefusals.noSeason);
}

const position = z.tuple([z.string(), z.string()]);

/** Throws 404 for an unknown season, and 400 for a cursor that is made up. */
export async function listPast(
  db: Db,
  { season, kind }: { season: string; kind: PastKind },
  { q, cursor }: PastQuery,
): Promise<PastMembers> {
  await refuseUnknown(db, season);
  let query = inSeason(db, season, kind);
  for (const word of searchWords(q).slice(0, 10)) query = query.where('searchText', 'like', `%${word}%`);
  if (cursor !== undefined) query = query.where(isAfter(readCursor(position, cursor)));
  const rows = await query
    .select(['id', 'name', 'nameKey', 'email', 'track', 'outcome', 'stays'])
    .limit(pageSize + 1)
    .execute();
  const shown = rows.slice(0, pageSize);
  const last = rows.length > pageSize ? shown.at(-1) : undefined;
  return {
    members: shown.map(({ id, name, email, track, outcome, stays }) => ({
      ...{ id: id.split(' ').at(-1) ?? '', name, email, track, outcome, stayed: stays === 1 },
    })),
    nextCursor: last ? writeCursor([last.nameKey, last.id]) : null,
  };
}

function inSeason(db: Db, season: string, kind: PastKind) {
  return db
    .selectFrom('past_records')
    .where('seasonId', '=', season)
    .where('kind', '=', kind)
    .orderBy('nameKey')
    .orderBy('id');
}

function isAfter([nameKey, id]: readonly [string, string]) {
  return sql<SqlBool>`("nameKey", id) > (${nameKey}, ${id})`;
}

type Row = Record<string, unknown>;
const textOf = (row: Row | undefined, name: string) => String(row?.[name] ?? '');

/** Throws 404 for a record that is not in the season. */
export async function readPastRecord(
  db: Db,
  { season, kind }: { season: string; kind: PastKind },
  id: string,
): Promise<PastRecord> {
  const row = await db
    .selectFrom('past_records')
    .select('document')
    .where('id', '=', `${season} ${kind} ${id}`)
    .executeTakeFirst();
  if (!row?.document) throw new Refusal(404, 'NOT_FOUND', seasonRefusals.noRecord);
  const document: MemberDocument = JSON.parse(row.document);
  const answers = document.form_answers ?? [];
  return {
    member: memberIn(document),
    result: resultIn(document),
    note: (document.reviews ?? [])
      .map((review) => textOf(review, 'note'))
      .filter(Boolean)
      .join('\n\n'),
    comments: (document.opinions ?? []).flatMap((opinion) =>
      opinion['comment'] ? [`${textOf(opinion, 'by')}: ${textOf(opinion, 'comment')}`] : [],
    ),
    messages: (document.form_submissions ?? []).map((message) => ({
      receivedAt: textOf(message, 'receivedAt'),
      fields: fieldsIn(textOf(message, 'fields')),
      answers: answers
        .filter((answer) => answer['submissionId'] === message['id'])
        .map((answer) => ({ at: textOf(answer, 'at'), text: textOf(answer, 'text') })),
    })),
  };
}

function fieldsIn(fields: string): { label: string; value: string }[] {
  return Object.entries(JSON.parse(fields)).map(([label, value]) => ({ label, value: String(value) }));
}

/** The released result as administrators' pages name it. */
function resultIn({ results: [result] = [] }: MemberDocument): string | null {
  const { outcome, releasedAt } = (result ?? {}) as {
    outcome?: Parameters<typeof decided>[0];
    releasedAt: string;
  };
  if (!result || !outcome) return null;
  const asked = result as unknown as Parameters<typeof placeOf>[0];
  return decided(outcome, placeOf(asked, Date.parse(releasedAt))?.state ?? null);
}

const exported = fieldsWith('label');

/** The members of a past season as lines of a CSV file, in the order of their names. */
export async function* pastMembersAsCsv(db: Db, season: string, timeZone: string): AsyncGenerator<string> {
  yield csvRow([...exported.map((name) => memberFields[name].label), 'Outcome']);
  for (let last: readonly [string, string] | null = null; ; ) {
    let query = inSeason(db, season, 'member').where('document', 'is not', null).limit(64);
    if (last) query = query.where(isAfter(last));
    const rows = await query.select(['id', 'nameKey', 'document']).execute();
    yield rows.map(({ document }) => lineOf(JSON.parse(document ?? '{}'), timeZone)).join('');
    const end = rows.at(-1);
    if (!end || rows.length < 64) return;
    last = [end.nameKey, end.id];
  }
}

function lineOf(document: MemberDocument, timeZone: string): string {
  const member = memberIn(document);
  if (!member) return '';
  const row = toColumns(member);
  const cells = exported.map((name) =>
    isNumberLike(name) ? { literal: row[name] } : cellOf(row, name, timeZone),
  );
  return csvRow([...cells, resultIn(document)]);
}

/** Removes the personal data of seasons that ended years ago. Their numbers stay. */
export async function clearPastSeasons(store: Store, { seasons }: Pick<Content, 'seasons'>, now: Date) {
  const kept = await store.db
    .selectFrom('seasons')
    .select(['id', 'endedAt'])
    .where('clearedAt', 'is', null)
    .where('movedAt', 'is not', null)
    .execute();
  for (const { id, endedAt } of kept) {
    if (clearingTime(endedAt, seasons.keepYears) > now.toISOString()) continue;
    await inPortions((most) => clearSome(store, id, most));
    await store.transact(async (trx) => {
      const accounts = trx.selectFrom('user').select('user.id');
      const former = trx.deleteFrom('club_members').where('seasonId', '=', id);
      await former
        .where((is) => is.or([is('leftOn', 'is not', null), is('uid', 'not in', accounts)]))
        .execute();
      await trx.updateTable('club_members').set({ certificate: null }).where('seasonId', '=', id).execute();
      await trx
        .updateTable('seasons')
        .set({ clearedAt: iso(now.getTime()), words: '{}', mail: '{}' })
        .where('id', '=', id)
        .execute();
    });
  }
}

function clearSome(store: Store, season: string, most: number): Promise<number> {
  return store.transact(async (trx) => {
    const rows = await trx
      .selectFrom('past_records')
      .select(['id', 'uid', 'stays'])
      .where('seasonId', '=', season)
      .limit(most)
      .execute();
    const uids = rows.flatMap(({ uid, stays }) => (uid !== null && stays === 0 ? [uid] : []));
    const closed = trx.deleteFrom('closed_accounts').where('reason', '=', 'season');
    if (uids.length > 0) await closed.where('uid', 'in', padForIn(uids)).execute();
    const ids = padForIn(rows.map(({ id }) => id));
    if (rows.length > 0) await trx.deleteFrom('past_records').where('id', 'in', ids).execute();
    return rows.length;
  });
}
