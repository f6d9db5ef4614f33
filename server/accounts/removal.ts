import { setImmediate as afterOthers } from 'node:timers/promises';
import type { Config } from '#server/config/config.ts';
import { dropOrphanedMailFiles } from '#server/mail/retention.ts';
import type { Store } from '#server/store/open.ts';
import { removeMember } from './member-data.ts';

interface RemovalDeps {
  store: Store;
  config: Pick<Config, 'dataDir'>;
}

/** Members that are removed in one transaction. More would delay the requests of everybody else. */
const portion = 10;

/**
 * Removes members with everything of theirs, for the administrator's page and the operator's command: each completely
 * or not at all, and others are answered in between. A second call continues one that was cut off.
 * @returns how many there were
 */
export async function removeMembers(
  { store, config }: RemovalDeps,
  uids: readonly string[],
  actor: string,
): Promise<number> {
  const distinct = [...new Set(uids)];
  let removed = 0;
  for (let start = 0; start < distinct.length; start += portion) {
    removed += await store.transact(async (trx) => {
      let found = 0;
      for (const uid of distinct.slice(start, start + portion)) {
        if (await removeMember(trx, uid, actor)) found += 1;
      }
      return found;
    });
    await afterOthers();
  }
  await dropOrphanedMailFiles(store.db, config.dataDir);
  await store.scrub();
  return removed;
}
