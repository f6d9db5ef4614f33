import { ensureAdministrator } from '#server/accounts/administrator.ts';
import { createSessions } from '#server/accounts/sessions.ts';
import { type Config, readConfig } from '#server/config.ts';
import { migrate } from '#server/store/migrate.ts';
import { openStore, type Store } from '#server/store/open.ts';

/**
 * Inserts sessions into the database of a stopped portal, because signing in thousands of times is slow.
 * @param accountsOf the account of each session
 * @returns their cookies
 */
export async function insertSessions(
  dataDir: string,
  accountsOf: (store: Store, config: Config) => Promise<string[]> | string[],
): Promise<string[]> {
  const config = readConfig({ DATA_DIR: dataDir, ADMIN_PASSWORD: 'bench-administrator' });
  const store = openStore({ dataDir });
  await migrate(store);
  await ensureAdministrator(store, config);
  const sessions = createSessions(store, config);
  const accounts = await accountsOf(store, config);
  const cookies = await store.db.transaction().execute(async (trx) => {
    const made: string[] = [];
    for (const uid of accounts) made.push(sessions.cookieHeader(await sessions.create(trx, uid)));
    return made;
  });
  await store.close();
  return cookies;
}
