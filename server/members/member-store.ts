import type { ChangedFields, ChangeKind } from '#domain/changes.ts';
import type { Member } from '#domain/members.ts';
import { lossOf, recoveryMessages } from '#domain/recovery.ts';
import { appendChange, appendChanges } from '#server/changes/change-log.ts';
import { Refusal } from '#server/http/refusal.ts';
import { chunk } from '#server/store/chunk.ts';
import type { Db, Store, Trx } from '#server/store/open.ts';
import { alteredColumns, derivedColumns, followRecords } from './member-index.ts';
import { toColumns, toMember } from './member-row.ts';

/** The record of an account, or null where it has none. */
export async function findMember(db: Db, uid: string): Promise<Member | null> {
  const row = await db.selectFrom('members').selectAll().where('uid', '=', uid).executeTakeFirst();
  return row ? toMember(row) : null;
}

/** Makes a record, with its change, in the caller's transaction. */
export function insertMember(
  store: Store,
  trx: Trx,
  record: Member,
  kind: ChangeKind,
  actor: string,
): Promise<void> {
  return insertMembers(store, trx, [record], kind, actor);
}

/** The same for many, a few hundred at most; each is its own actor unless one is named. */
export async function insertMembers(
  store: Store,
  trx: Trx,
  records: readonly Member[],
  kind: ChangeKind,
  actor?: string,
): Promise<void> {
  await store.lockChangeLog(trx);
  const rows = records.map((record) => ({ ...toColumns(record), ...derivedColumns(record) }));
  for (const piece of chunk(rows)) await trx.insertInto('members').values(piece).execute();
  await followRecords(
    trx,
    records.map((after) => ({ before: null, after })),
  );
  const changes = records.map(({ uid, ...fields }) => ({
    uid,
    actor: actor ?? uid,
    kind,
    at: fields.createdAt,
    fields: Object.fromEntries(
      Object.entries(fields).map(([name, value]) => [name, { old: null, new: value }]),
    ),
  }));
  await appendChanges(store, trx, changes);
}

/** The fields that a write may name: never the key, never when the record was made. */
export type MemberWrite = Partial<Omit<Member, 'uid' | 'createdAt'>>;

export interface MemberChange {
  uid: string;
  actor: string;
  kind: ChangeKind;
  /** Shared by the changes that are made, and undone, in one go. */
  batch?: string;
  /** The `seq` of the change that this one takes back. */
  undoes?: number;
  /** Answers what to write, from the record as it stands; null writes nothing. */
  write: (current: Member, now: string) => MemberWrite | null;
}

/**
 * The one way to change a record: reads it, writes what `write` answers, and appends the change, in the
 * caller's transaction. A write that alters nothing is none, and is not logged.
 * @returns the record as it then is, or null where there is none
 */
export function changeMember(store: Store, trx: Trx, change: MemberChange): Promise<Member | null> {
  return rewriteMember(store, trx, change);
}

/** As `MemberWrite`, when the record was made included. */
export type RecordRewrite = Partial<Omit<Member, 'uid'>>;

/** As `changeMember`, for a recovery and for taking one back, which alone may say when the record was made. */
export async function rewriteMember(
  store: Store,
  trx: Trx,
  {
    write: decide,
    ...change
  }: Omit<MemberChange, 'write'> & { write: (current: Member, now: string) => RecordRewrite | null },
): Promise<Member | null> {
  // Taken before the record is read, so that two writers of one record come one after the other.
  await store.lockChangeLog(trx);
  const current = await findMember(trx, change.uid);
  if (!current) return null;
  const at = new Date().toISOString();
  const write = decide(current, at);
  const fields = write ? differences(current, write) : {};
  if (!write || Object.keys(fields).length === 0) return current;
  const changed = { ...current, ...write };
  await trx
    .updateTable('members')
    .set({ ...toColumns(write), ...alteredColumns(current, changed) })
    .where('uid', '=', change.uid)
    .execute();
  await followRecords(trx, [{ before: current, after: changed }]);
  await appendChange(store, trx, { ...change, at, fields });
  return changed;
}

/**
 * Puts a placeholder in the place of a member's record, or where there is none (spec, point 3), in the caller's
 * transaction. Throws 409 RECORD_EXISTS, naming what would be lost, for a record that is not to be written over.
 */
export async function recoverMember(
  store: Store,
  trx: Trx,
  placeholder: Member,
  { overwrite }: { overwrite: boolean },
): Promise<Member> {
  await store.lockChangeLog(trx);
  const { uid, ...fields } = placeholder;
  const current = await findMember(trx, uid);
  if (!current) {
    await insertMember(store, trx, placeholder, 'record-recovered', uid);
    return placeholder;
  }
  if (!overwrite) {
    throw new Refusal(409, 'RECORD_EXISTS', recoveryMessages.wouldLose(lossOf(current, placeholder)));
  }
  await rewriteMember(store, trx, { uid, actor: uid, kind: 'record-recovered', write: () => fields });
  return placeholder;
}

function differences(current: Member, write: RecordRewrite): ChangedFields {
  const before: Record<string, unknown> = current;
  return Object.fromEntries(
    Object.entries(write)
      .filter(([name, value]) => before[name] !== value)
      .map(([name, value]) => [name, { old: before[name], new: value }]),
  );
}
