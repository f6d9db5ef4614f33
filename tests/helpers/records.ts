import { type Selectable, sql } from 'kysely';
import { type ChangeKind, changedFields } from '#domain/changes.ts';
import { changeMember, type MemberWrite } from '#server/members/member-store.ts';
import { checkData } from '#server/operations/check.ts';
import { type Fingerprint, fingerprint } from '#server/store/copy.ts';
import type { Store } from '#server/store/open.ts';
import type { Tables } from '#server/store/tables.ts';

export async function rowsOf<Name extends keyof Tables>({ db }: Pick<Store, 'db'>, table: Name) {
  const { rows } = await sql<Selectable<Tables[Name]>>`select * from ${sql.table(table)}`.execute(db);
  return rows;
}

/** The faults in the data that the operator's check finds. */
export async function dataFaults(store: Store): Promise<string[]> {
  return (await checkData(store)).flatMap(({ faults }) => faults);
}

/** A summary of every table, to check that nothing has changed. */
export function stateOf(store: Store): Promise<Fingerprint> {
  return store.snapshot((trx) => fingerprint(trx));
}

/** How many members PostgreSQL plans its queries for. */
export async function plannedRows({ db }: Store): Promise<number | undefined> {
  const { rows } = await sql<{ reltuples: number }>`
    select reltuples from pg_class where oid = 'members'::regclass`.execute(db);
  return rows[0]?.reltuples;
}

/** All rows about members and their changes, to check that nothing has changed. */
export async function everythingStored({ db }: Store) {
  return {
    members: await db.selectFrom('members').selectAll().orderBy('uid').execute(),
    users: await db.selectFrom('user').selectAll().orderBy('id').execute(),
    sessions: await db.selectFrom('session').selectAll().orderBy('id').execute(),
    accounts: await db.selectFrom('account').selectAll().orderBy('userId').execute(),
    changes: await db.selectFrom('changes').selectAll().orderBy('seq').execute(),
  };
}

export function storedRecord({ db }: Store, uid: string) {
  return db.selectFrom('members').selectAll().where('uid', '=', uid).executeTakeFirst();
}

/** Changes a record, so that a change is logged. */
export async function write(
  store: Store,
  uid: string,
  fields: MemberWrite,
  kind: ChangeKind = 'profile-saved',
): Promise<void> {
  await store.transact((trx) => changeMember(trx, { uid, actor: uid, kind, write: () => fields }));
}

/** The changes of a member's record in the log, oldest first. */
export async function changesOf({ db }: Store, uid: string) {
  const rows = await db.selectFrom('changes').selectAll().where('uid', '=', uid).orderBy('seq').execute();
  return rows.map(({ actor, kind, at, fields }) => ({
    actor,
    kind,
    at,
    fields: changedFields.parse(JSON.parse(fields)),
  }));
}

/** Deletes an account's record, as an accident would. */
export async function dropRecord({ db }: Store, uid: string): Promise<void> {
  await db.deleteFrom('members').where('uid', '=', uid).execute();
}
