import { sql } from 'kysely';
import { dropUnusedPasswordKeys } from '#server/accounts/password-keys.ts';
import { removeMembers } from '#server/members/member-store.ts';
import { padForIn } from '#server/store/chunk.ts';
import type { Db, Store, Trx } from '#server/store/open.ts';
import { restoreAdministrator } from './administrator.ts';
import { ImportError } from './faults.ts';

export interface UndoOptions {
  adminUid: string;
  /** Also accounts that have been used since. */
  discardChanges: boolean;
}

/** The numbers of removed rows, and the time of the import that was undone. */
export interface UndoneImport {
  at: string;
  accounts: number;
  records: number;
  messages: number;
}

const batchSize = 256;
const shown = 5;

/**
 * Removes the latest import in one transaction: accounts, records, messages and key. Throws ImportError if there is
 * none, or if its accounts have been used since, unless `discardChanges` is set.
 */
export async function undoImport(store: Store, options: UndoOptions): Promise<UndoneImport> {
  return store.exclusiveTransaction(async (trx) => {
    await trx.changes.lock();
    const latest = await trx
      .selectFrom('imports')
      .select(['id', 'at'])
      .where('undoneAt', 'is', null)
      .orderBy('at', 'desc')
      .limit(1)
      .executeTakeFirst();
    if (!latest) throw new ImportError('There is no import to undo.');
    if (!options.discardChanges) await refuseIfUsed(trx, latest);
    const undone = await removeAccounts(trx, latest.id, options.adminUid);
    const messages = await removeMessages(trx, latest.id);
    await dropUnusedPasswordKeys(trx);
    await trx
      .updateTable('imports')
      .set({ undoneAt: new Date().toISOString() })
      .where('id', '=', latest.id)
      .execute();
    return { at: latest.at, ...undone, messages };
  });
}

interface Import {
  id: string;
  at: string;
}

async function refuseIfUsed(trx: Db, { id, at }: Import): Promise<void> {
  const used = await trx
    .selectFrom('imported_accounts as i')
    .select('i.uid')
    .where('i.importId', '=', id)
    .where(({ or, exists, selectFrom }) =>
      or([
        exists(selectFrom('session').select('session.id').whereRef('session.userId', '=', 'i.uid')),
        exists(
          selectFrom('account')
            .select('account.id')
            .whereRef('account.userId', '=', 'i.uid')
            .where('account.updatedAt', '>', new Date(at)),
        ),
        exists(
          selectFrom('changes')
            .select('changes.seq')
            .whereRef('changes.uid', '=', 'i.uid')
            .where('changes.at', '>', at)
            .where(sql<boolean>`coalesce(changes.batch, '') != ${id}`),
        ),
      ]),
    )
    // A joined account was in use before, and remains.
    .where('i.made', '!=', 'record')
    .orderBy('i.uid')
    .execute();
  if (used.length === 0) return;
  const some = used.slice(0, shown).map(({ uid }) => uid);
  const names = used.length > shown ? `${some.join(', ')} and others` : some.join(', ');
  throw new ImportError(
    `Nothing was undone: ${used.length} of the imported accounts have been used since (${names}).\nWith --discard-changes they are removed all the same, with everything that was done since.`,
  );
}

async function removeAccounts(trx: Trx, importId: string, adminUid: string) {
  const at = new Date().toISOString();
  const counts = { accounts: 0, records: 0 };
  for (;;) {
    const rows = await trx
      .selectFrom('imported_accounts')
      .select(['uid', 'made', 'previous'])
      .where('importId', '=', importId)
      .limit(batchSize)
      .execute();
    if (rows.length === 0) return counts;
    const uids = rows.map(({ uid }) => uid);
    const by = { actor: adminUid, at, batch: `undo-${importId}` };
    counts.records += await removeMembers(trx, uids, 'import-undone', by);
    const made = rows.filter((row) => row.made === 'account').map(({ uid }) => uid);
    counts.accounts += made.length;
    await removeUsers(trx, made);
    const administrator = rows.find((row) => row.made === 'administrator');
    if (administrator?.previous) await restoreAdministrator(trx, adminUid, administrator.previous);
    await trx.deleteFrom('imported_accounts').where('uid', 'in', padForIn(uids)).execute();
  }
}

async function removeUsers(trx: Trx, uids: readonly string[]): Promise<void> {
  if (uids.length === 0) return;
  await trx.deleteFrom('verification').where('value', 'in', padForIn(uids)).execute();
  await trx.deleteFrom('user').where('id', 'in', padForIn(uids)).execute();
}

async function removeMessages(trx: Trx, importId: string): Promise<number> {
  const { numDeletedRows } = await trx
    .deleteFrom('form_submissions')
    .where('id', 'in', (is) =>
      is.selectFrom('imported_messages').select('id').where('importId', '=', importId),
    )
    .executeTakeFirst();
  return Number(numDeletedRows);
}
