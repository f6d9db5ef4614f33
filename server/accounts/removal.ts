import { setImmediate as afterOthers } from 'node:timers/promises';
import type { Config } from '#server/config/config.ts';
import { removeMailFiles } from '#server/mail/retention.ts';
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
  const mails: string[] = [];
  for (let start = 0; start < distinct.length; start += portion) {
    const found = await store.transact(async (trx) => {
      const each: string[][] = [];
      for (const uid of distinct.slice(start, start + portion)) {
        const ids = await removeMember(trx, uid, actor);
        if (ids) each.push(ids);
      }
      return each;
    });
    removed += found.length;
    mails.push(...found.flat());
    await afterOthers();
  }
  await removeMailFiles(config.dataDir, mails);
  await store.scrub();
  return removed;
}
