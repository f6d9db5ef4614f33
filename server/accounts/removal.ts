import type { Config } from '#server/config.ts';
import { removeMailFiles } from '#server/mail/retention.ts';
import type { Store } from '#server/store/open.ts';
import { removeMember } from './member-data.ts';

interface RemovalDeps {
  store: Store;
  config: Pick<Config, 'dataDir'>;
}

/**
 * Removes members with everything of theirs, all or none, for the administrator's page and the operator's command.
 * @returns how many there were
 */
export async function removeMembers(
  { store, config }: RemovalDeps,
  uids: readonly string[],
  actor: string,
): Promise<number> {
  const { removed, mails } = await store.transact(async (trx) => {
    const found: string[][] = [];
    for (const uid of new Set(uids)) {
      const ids = await removeMember(trx, uid, actor);
      if (ids) found.push(ids);
    }
    return { removed: found.length, mails: found.flat() };
  });
  await removeMailFiles(config.dataDir, mails);
  return removed;
}
