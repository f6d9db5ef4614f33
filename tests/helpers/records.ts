import { changedFields } from '#domain/changes.ts';
import { updateCounts } from '#server/members/member-facets.ts';
import { findMember } from '#server/members/member-store.ts';
import type { Store } from '#server/store/open.ts';

/** Every row that says who the members are and what they did, for tests that nothing else changed. */
export async function everythingStored({ db }: Store) {
  return {
    members: await db.selectFrom('members').selectAll().orderBy('uid').execute(),
    users: await db.selectFrom('user').selectAll().orderBy('id').execute(),
    accounts: await db.selectFrom('account').selectAll().orderBy('id').execute(),
    changes: await db.selectFrom('changes').selectAll().orderBy('seq').execute(),
  };
}

/** The record as it is stored. */
export function storedRecord({ db }: Store, uid: string) {
  return db.selectFrom('members').selectAll().where('uid', '=', uid).executeTakeFirst();
}

/** What the log says of one member's record, oldest first. */
export async function changesOf({ db }: Store, uid: string) {
  const rows = await db.selectFrom('changes').selectAll().where('uid', '=', uid).orderBy('seq').execute();
  return rows.map(({ actor, kind, at, fields }) => ({
    actor,
    kind,
    at,
    fields: changedFields.parse(JSON.parse(fields)),
  }));
}

/** Removes an account's record, as an accident would, and counts it no longer. */
export function dropRecord(store: Store, uid: string): Promise<void> {
  return store.transact(async (trx) => {
    const before = await findMember(trx, uid);
    await trx.deleteFrom('members').where('uid', '=', uid).execute();
    await updateCounts(trx, [{ before, after: null }]);
  });
}
