import { dropUnusedPasswordKeys } from '#server/accounts/password-keys.ts';
import { latestSeq } from '#server/changes/change-log.ts';
import { removeMessages } from '#server/forms/inbox-store.ts';
import { countRows } from '#server/store/count-rows.ts';
import type { Db, Store, Trx } from '#server/store/open.ts';
import { forgetState } from '#server/store/portal-state.ts';
import { inPortions } from '#server/store/portions.ts';

export type SeasonCounts = Awaited<ReturnType<typeof seasonCounts>>;

export async function seasonCounts(db: Db) {
  const unsent = db.selectFrom('mail_outbox').where('state', 'in', ['waiting', 'stopped']);
  return {
    members: await countRows(db.selectFrom('members')),
    changes: await countRows(db.selectFrom('changes')),
    messages: await countRows(db.selectFrom('form_submissions')),
    unsent: await countRows(unsent),
  };
}

/** How often everything is archived while others write. Then they have to wait for the archive. */
const openAttempts = 2;

/**
 * Removes every member, the change log, messages, mails and the memory of imports; the administrator's account stays
 * (docs/decisions/removal-and-seasons.md).
 * @param archive keeps everything first, over a connection that is not the store's. It is called again if something was
 * written meanwhile, so that nothing is removed that is not in the last archive.
 */
export async function endSeason(
  store: Store,
  adminUid: string,
  archive: () => Promise<void>,
): Promise<SeasonCounts> {
  for (let attempt = 0; attempt < openAttempts; attempt += 1) {
    const archived = await latestSeq(store.db);
    await archive();
    const ended = await store.exclusiveTransaction(async (trx) => {
      await trx.changes.lock();
      return (await latestSeq(trx)) === archived ? removeEverybody(trx, adminUid) : null;
    });
    if (ended) return finish(store, ended);
  }
  const ended = await store.exclusiveTransaction(async (trx) => {
    await trx.changes.lock();
    await archive();
    return removeEverybody(trx, adminUid);
  });
  return finish(store, ended);
}

interface Ended {
  counts: SeasonCounts;
  /** When the newest of the messages that were archived was received. */
  newest: string;
}

async function removeEverybody(trx: Trx, adminUid: string): Promise<Ended> {
  const counts = await seasonCounts(trx);
  const { newest } = await trx
    .selectFrom('form_submissions')
    .select((is) => is.fn.max('receivedAt').as('newest'))
    .executeTakeFirstOrThrow();
  await clear(trx, adminUid);
  await trx.changes.append({
    uid: adminUid,
    actor: adminUid,
    kind: 'season-ended',
    at: new Date().toISOString(),
    fields: { members: { old: counts.members, new: 0 } },
  });
  return { counts, newest: newest ?? '' };
}

async function clear(trx: Trx, adminUid: string): Promise<void> {
  for (const table of [
    'members',
    'changes',
    'group_messages',
    'mail_outbox',
    'rate_limits',
    'admin_visits',
    'imported_accounts',
  ] as const) {
    await trx.deleteFrom(table).execute();
  }
  await forgetState(trx, 'release');
  // Sessions, mailed links and all other rows of an account are deleted with it.
  await trx.deleteFrom('user').where('id', '!=', adminUid).execute();
  await dropUnusedPasswordKeys(trx);
}

/** Removes what takes long: the archived messages, and what the engine's files still hold of everything. */
async function finish(store: Store, { counts, newest }: Ended): Promise<SeasonCounts> {
  const archived = store.db.selectFrom('form_submissions').select('id').where('receivedAt', '<=', newest);
  await inPortions((most) => removeMessages(store, archived.limit(most)));
  await store.scrub();
  return counts;
}
