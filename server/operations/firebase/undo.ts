import { sql } from 'kysely';
import { dropUnusedPasswordKeys } from '#server/accounts/password-keys.ts';
import { removeMembers } from '#server/members/member-store.ts';
import { chunk, padForIn } from '#server/store/chunk.ts';
import type { Db, Store, Trx } from '#server/store/open.ts';
import { restoreAdministrator } from './administrator.ts';
import { ImportError } from './input-file.ts';

const shown = 5;

/**
 * Removes the latest import in one transaction: accounts, records, messages and key. Throws ImportError if there is
 * none, or if its accounts have been used since, unless `discardChanges` is set.
 * @returns the time of that import, and the numbers of removed rows
 */
export async function undoImport(store: Store, options: { adminUid: string; discardChanges: boolean }) {
  return store.exclusiveTransaction(async (trx) => {
    await trx.changes.lock();
    const at = await latestImport(trx);
    if (!options.discardChanges) await refuseIfUsed(trx, at);
    const undone = await removeAccounts(trx, at, options.adminUid);
    const { numDeletedRows } = await trx
      .deleteFrom('form_submissions')
      .where('id', 'in', (is) => is.selectFrom('imported_messages').select('id').where('importId', '=', at))
      .executeTakeFirst();
    await dropUnusedPasswordKeys(trx);
    return { at, ...undone, messages: Number(numDeletedRows) };
  });
}

/** The id of an import is its time. */
async function latestImport(trx: Trx): Promise<string> {
  const imports = await trx
    .selectFrom('imported_accounts')
    .select('importId')
    .union(trx.selectFrom('imported_messages').select('importId'))
    .orderBy('importId', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (!imports) throw new ImportError('There is no import to undo.');
  return imports.importId;
}

async function refuseIfUsed(trx: Db, at: string): Promise<void> {
  const used = await trx
    .selectFrom('imported_accounts as i')
    .select('i.uid')
    .where('i.importId', '=', at)
    .where(({ or, exists, selectFrom }) =>
      or([
        exists(selectFrom('session').select('session.id').whereRef('session.userId', '=', 'i.uid')),
        exists(
          selectFrom('account')
            .select('account.userId')
            .whereRef('account.userId', '=', 'i.uid')
            .where('account.updatedAt', '>', new Date(at)),
        ),
        exists(
          selectFrom('changes')
            .select('changes.seq')
            .whereRef('changes.uid', '=', 'i.uid')
            .where('changes.at', '>', at)
            .where(sql<boolean>`coalesce(changes.batch, '') != ${at}`),
        ),
      ]),
    )
    // A joined account was in use before, and remains.
    .where('i.outcome', '!=', 'join')
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
  const imported = await trx
    .selectFrom('imported_accounts')
    .select(['uid', 'outcome', 'previous'])
    .where('importId', '=', importId)
    .execute();
  const by = { actor: adminUid, at: new Date().toISOString(), batch: `undo-${importId}` };
  const counts = { accounts: 0, records: 0 };
  for (const rows of chunk(imported)) {
    const uids = rows.map(({ uid }) => uid);
    counts.records += await removeMembers(trx, uids, 'import-undone', by);
    const made = rows.flatMap(({ uid, outcome }) => (outcome === 'make' ? uid : []));
    counts.accounts += made.length;
    if (made.length > 0) {
      await trx.deleteFrom('user').where('id', 'in', padForIn(made)).execute();
    }
  }
  const previous = imported.find(({ outcome }) => outcome === 'administrator')?.previous;
  if (previous) await restoreAdministrator(trx, adminUid, previous);
  await trx.deleteFrom('imported_accounts').where('importId', '=', importId).execute();
  return counts;
}
