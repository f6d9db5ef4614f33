import * as z from 'zod/mini';
import { type ChangedFields, type ChangeKind, reasonField } from '#domain/changes.ts';
import { type Member, member, type ShownRecord } from '#domain/members.ts';
import { lostFields, recoveryMessages } from '#domain/recovery.ts';
import { Refusal } from '#server/http/refusal.ts';
import { isOther } from '#server/http/refuse-stale.ts';
import { chunk } from '#server/store/chunk.ts';
import { compiledQuery } from '#server/store/compiled-query.ts';
import type { Db, Trx } from '#server/store/open.ts';
import { alteredColumns, derivedColumns } from './derived-columns.ts';
import { recordColumns, recordIn, toColumns } from './member-row.ts';
import { recordReviewWait } from './review-waits.ts';

/** The record of an account, or null if it has none. */
export async function findMember(db: Db, uid: string): Promise<Member | null> {
  const [row] = await recordOf(db, [uid]);
  return row ? recordIn(row) : null;
}

const recordOf = compiledQuery((db) => db.selectFrom('members').select(recordColumns).where('uid', '=', ''));

/** The actor and time of a batch; by default each member is the actor of creating their record. */
export interface BulkChange {
  actor?: string;
  /** ISO 8601, UTC. */
  at?: string;
  batch?: string;
}

/** Creates records and their changes, a few hundred at most, in the caller's transaction. */
export async function insertMembers(
  trx: Trx,
  records: readonly Member[],
  kind: ChangeKind,
  { actor, at, batch }: BulkChange = {},
): Promise<void> {
  await trx.changes.lock();
  const rows = records.map((record) => ({ ...toColumns(record), ...derivedColumns(record) }));
  for (const piece of chunk(rows)) await trx.insertInto('members').values(piece).execute();
  const changes = records.map(({ uid, ...fields }) => ({
    uid,
    actor: actor ?? uid,
    kind,
    at: at ?? fields.createdAt,
    ...(batch !== undefined && { batch }),
    fields: Object.fromEntries(
      Object.entries(fields).map(([name, value]) => [name, { old: null, new: value }]),
    ),
  }));
  await trx.changes.append(changes);
}

/** The fields that a write may name: never the key. */
export type MemberWrite = Partial<Omit<Member, 'uid'>>;

const writable = z.partial(z.omit(member, { uid: true }));

/** The former values of a change, to be written again. */
export function oldValues(fields: ChangedFields): MemberWrite {
  const old = Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, value.old]));
  return writable.parse(old) as MemberWrite;
}

export interface MemberChange {
  uid: string;
  actor: string;
  kind: ChangeKind;
  /** Shared by changes that are made and undone together. */
  batch?: string;
  /** The `seq` of the change that this one undoes. */
  undoes?: number;
  /** Why an administrator made it, for the history. */
  reason?: string;
  /** Returns the values to write, given the current record; null writes nothing. */
  write: (current: Member, now: string) => MemberWrite | null;
}

/**
 * The one way to change a record: reads it, writes what `write` returns, and appends the change, all in the
 * caller's transaction. A write that alters nothing is not logged.
 * @returns the record after the write, or null if there is no record
 */
export async function changeMember(
  trx: Trx,
  { write: decide, reason, ...change }: MemberChange,
): Promise<Member | null> {
  // Taken before the record is read, so that two writers of one record follow each other.
  await trx.changes.lock();
  const current = await findMember(trx, change.uid);
  if (!current) return null;
  const at = new Date().toISOString();
  const write = withTrackTimestamp(current, decide(current, at), at);
  const fields = write ? differences(current, write) : {};
  if (!write || Object.keys(fields).length === 0) return current;
  const changed = { ...current, ...write };
  const columns = { ...toColumns(write), ...alteredColumns(current, changed) };
  await trx.updateTable('members').set(columns).where('uid', '=', change.uid).execute();
  await recordReviewWait(trx, current, changed, at);
  const logged = reason === undefined ? fields : { ...fields, [reasonField]: { old: null, new: reason } };
  await trx.changes.append({ ...change, at, fields: logged });
  return changed;
}

/**
 * Writes a placeholder record, replacing a member's record if there is one (spec, point 3), in the caller's
 * transaction. Throws 409 RECORD_EXISTS, naming what would be lost, unless that question showed the record as it is.
 */
export async function recoverMember(trx: Trx, placeholder: Member, { shown }: ShownRecord): Promise<Member> {
  await trx.changes.lock();
  const { uid, ...fields } = placeholder;
  const current = await findMember(trx, uid);
  if (!current) {
    await insertMembers(trx, [placeholder], 'record-recovered');
    return placeholder;
  }
  if (!shown || isOther(current, shown)) {
    const { wouldLose, changedMeanwhile } = recoveryMessages;
    const text = (shown ? changedMeanwhile : wouldLose)(lostFields(current, placeholder));
    throw new Refusal(409, 'RECORD_EXISTS', text, { current });
  }
  await changeMember(trx, { uid, actor: uid, kind: 'record-recovered', write: () => fields });
  return placeholder;
}

/** A track gets the date of its choice, on whichever page it was chosen. */
function withTrackTimestamp(current: Member, write: MemberWrite | null, at: string): MemberWrite | null {
  const { developmentTrack } = write ?? {};
  if (!write || developmentTrack === undefined || 'trackUpdatedAt' in write) return write;
  return developmentTrack === current.developmentTrack
    ? write
    : { ...write, trackUpdatedAt: developmentTrack && at };
}

function differences(current: Member, write: MemberWrite): ChangedFields {
  const before: Record<string, unknown> = current;
  return Object.fromEntries(
    Object.entries(write)
      .filter(([name, value]) => before[name] !== value)
      .map(([name, value]) => [name, { old: before[name], new: value }]),
  );
}
