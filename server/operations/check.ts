import { sql } from 'kysely';
import { changedFields } from '#domain/changes.ts';
import { everyMember, outdatedColumns } from '#server/members/derived-columns.ts';
import { toMember } from '#server/members/member-row.ts';
import type { Db, Store } from '#server/store/open.ts';

/** A check of the data with its faults; empty if there are none. */
export interface CheckResult {
  name: string;
  faults: string[];
}

/** The number of faults of one kind that are reported, so that they do not hide the others. */
const faultsShown = 20;

/** Checks the engine's files and the consistency of the tables. Reads everything and changes nothing. */
export async function checkData(store: Store): Promise<CheckResult[]> {
  return [
    { name: 'the database files are intact', faults: await store.integrityFaults() },
    { name: 'every record belongs to an account', faults: await recordsWithoutAccount(store.db) },
    { name: 'record and account have the same email', faults: await emailsApart(store.db) },
    { name: 'every record matches its changes', faults: await recordsUnlikeTheirChanges(store.db) },
    { name: 'lists agree with the records', faults: await listsApart(store) },
  ];
}

async function recordsWithoutAccount(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('members')
    .leftJoin('user', 'user.id', 'members.uid')
    .select('members.uid')
    .where('user.id', 'is', null)
    .limit(faultsShown)
    .execute();
  return rows.map(({ uid }) => `member ${uid} has no account`);
}

async function emailsApart(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('members')
    .innerJoin('user', 'user.id', 'members.uid')
    .select('members.uid')
    .where('user.email', '!=', sql.ref<string>('members.email'))
    .limit(faultsShown)
    .execute();
  return rows.map(({ uid }) => `member ${uid} has one email in the record and another in the account`);
}

async function listsApart(store: Store): Promise<string[]> {
  const faults = await outdatedColumns(store.db);
  // A concurrent write may look like a fault, so faults are confirmed on a snapshot.
  const sure = faults.length === 0 ? [] : await store.snapshot(outdatedColumns);
  return sure.slice(0, faultsShown);
}

async function recordsUnlikeTheirChanges(db: Db): Promise<string[]> {
  const faults: string[] = [];
  for await (const members of everyMember(db)) {
    const [first, final] = [members[0], members.at(-1)];
    if (!first || !final || faults.length >= faultsShown) break;
    const logged = await latestLoggedValues(db, first.uid, final.uid);
    for (const row of members) {
      const record: Record<string, unknown> = toMember(row);
      const fields = logged.get(row.uid) ?? new Map();
      const apart = Object.keys(record).filter(
        // Older entries do not name a field that a later version added, which is null until its first change.
        (name) => name !== 'uid' && (fields.get(name) ?? null) !== (record[name] ?? null),
      );
      if (apart.length > 0)
        faults.push(`member ${row.uid} differs from the change log in ${apart.join(', ')}`);
    }
  }
  return faults.slice(0, faultsShown);
}

/** The newest logged value of every field, for the members in a range of uids. */
async function latestLoggedValues(
  db: Db,
  from: string,
  to: string,
): Promise<Map<string, Map<string, unknown>>> {
  const changes = await db
    .selectFrom('changes')
    .select(['uid', 'fields'])
    .where('uid', '>=', from)
    .where('uid', '<=', to)
    .orderBy('seq')
    .execute();
  const records = new Map<string, Map<string, unknown>>();
  for (const change of changes) {
    const fields = records.get(change.uid) ?? new Map<string, unknown>();
    for (const [name, value] of Object.entries(changedFields.parse(JSON.parse(change.fields)))) {
      fields.set(name, value.new);
    }
    records.set(change.uid, fields);
  }
  return records;
}
