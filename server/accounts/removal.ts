import { setImmediate as afterOthers } from 'node:timers/promises';
import { closedDays } from '#domain/trash.ts';
import type { Config } from '#server/config/config.ts';
import { dropOrphanedMailFiles } from '#server/mail/retention.ts';
import type { Store } from '#server/store/open.ts';
import { closeAccount } from './closed-accounts.ts';
import { listRemovals } from './removal-list.ts';

interface RemovalDeps {
  store: Store;
  config: Pick<Config, 'dataDir'>;
}

const day = 24 * 60 * 60 * 1000;
/** Members that are removed in one transaction. More would delay the requests of everybody else. */
const portion = 10;

/**
 * Puts members into the trash with everything that belongs to them, for the administrator's page and the operator's command:
 * each completely or not at all, and others are answered in between. A second call continues one that was cut off.
 * @returns how many there were
 */
export async function removeMembers(
  deps: RemovalDeps,
  uids: readonly string[],
  actor: string,
): Promise<number> {
  const distinct = [...new Set(uids)];
  const until = new Date(Date.now() + closedDays.removed * day);
  let removed = 0;
  for (let start = 0; start < distinct.length; start += portion) {
    removed += await deps.store.transact(async (trx) => {
      let found = 0;
      for (const uid of distinct.slice(start, start + portion)) {
        if (await closeAccount(trx, uid, { reason: 'removed', until, by: actor })) found += 1;
      }
      return found;
    });
    await afterOthers();
  }
  await settleRemovals(deps);
  return removed;
}

/** Removes a member from the trash. @returns whether there was such a member */
export async function removeForGood(deps: RemovalDeps, uid: string, actor: string): Promise<boolean> {
  const removed = await deps.store.change(async (trx) => {
    const { numDeletedRows } = await trx
      .deleteFrom('closed_accounts')
      .where('uid', '=', uid)
      .where('reason', '=', 'removed')
      .executeTakeFirst();
    if (numDeletedRows === 0n) return false;
    await trx.changes.append({ uid, actor, kind: 'removed-for-good', fields: {} });
    return true;
  });
  await settleRemovals(deps);
  return removed;
}

/** Runs after removals, outside of their transactions. Housekeeping does the same after a kill. */
export async function settleRemovals({ store, config }: RemovalDeps): Promise<void> {
  await dropOrphanedMailFiles(store.db, config.dataDir);
  await listRemovals(store.db, config.dataDir);
  await store.scrub();
}
