import { dropUnusedPasswordKeys } from '#server/accounts/password-keys.ts';
import { countRows } from '#server/store/count-rows.ts';
import type { Db, Store, Trx } from '#server/store/open.ts';
import { forgetState } from '#server/store/portal-state.ts';

export type SeasonCounts = Awaited<ReturnType<typeof seasonCounts>>;

export async function seasonCounts(db: Db) {
  return {
    members: await countRows(db.selectFrom('members')),
    changes: await countRows(db.selectFrom('changes')),
    messages: await countRows(db.selectFrom('form_submissions')),
  };
}

/**
 * Removes every member, the change log, messages, mails and the memory of imports, in one transaction. The
 * administrator's account stays. The caller archives everything first (docs/decisions/removal-and-seasons.md).
 */
export async function endSeason(store: Store, adminUid: string): Promise<SeasonCounts> {
  return store.exclusiveTransaction(async (trx) => {
    await trx.changes.lock();
    const counts = await seasonCounts(trx);
    await clear(trx, adminUid);
    await trx.changes.append({
      uid: adminUid,
      actor: adminUid,
      kind: 'season-ended',
      at: new Date().toISOString(),
      fields: { members: { old: counts.members, new: 0 } },
    });
    return counts;
  });
}

async function clear(trx: Trx, adminUid: string): Promise<void> {
  for (const table of [
    'members',
    'changes',
    'group_messages',
    'form_submissions',
    'mail_outbox',
    'rate_limits',
    'admin_visits',
    'imported_messages',
    'imported_accounts',
  ] as const) {
    await trx.deleteFrom(table).execute();
  }
  await forgetState(trx, 'release');
  // Sessions, mailed links and all other rows of an account are deleted with it.
  await trx.deleteFrom('user').where('id', '!=', adminUid).execute();
  await dropUnusedPasswordKeys(trx);
}
