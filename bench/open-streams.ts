import { ensureAdministrator } from '#server/accounts/administrator.ts';
import { insertSession } from '#server/accounts/session-store.ts';
import { readConfig } from '#server/config.ts';
import { cookieName } from '#server/http/cookie-name.ts';
import { migrate } from '#server/store/migrate.ts';
import { openStore } from '#server/store/open.ts';
import { withForked } from './forked.ts';
import { administratorPassword, type BenchPortal, withData, withPortal } from './portal.ts';
import type { OpenStreams } from './stream-clients.ts';

interface StreamsOptions {
  /** Generated members, each with an open dashboard. */
  members?: number;
  /** Sessions of the administrator, each with an open page. */
  administrators?: number;
  refetch?: OpenStreams['refetch'];
}

interface Streams {
  portal: BenchPortal;
  /** The accounts and cookies of the streams. */
  uids: string[];
  cookies: string[];
  /** The times at which all streams had the next change, or had fetched it; on the clock of `Date.now`. */
  next(): Promise<number[]>;
}

/** Runs `work` on a portal with an open event stream of each account. Throws if one of them is lost. */
export function withStreams<T>(
  { members = 0, administrators = 0, refetch }: StreamsOptions,
  work: (streams: Streams) => Promise<T>,
): Promise<T> {
  return withData(members, async (dataDir) => {
    const { uids, tokens } = await insertSessions(dataDir, administrators);
    return withPortal({ dataDir }, (portal) => {
      const cookie = cookieName('session', { https: false, portalUrl: portal.url });
      const cookies = tokens.map((token) => `${cookie}=${token}`);
      const path = members > 0 ? '/api/me/events' : '/api/admin/events';
      const task: OpenStreams = { url: portal.url, path, cookies, refetch };
      return withForked<number[], T>('stream-clients.ts', task, async (next) => {
        await next();
        return work({ portal, uids, cookies, next });
      });
    });
  });
}

/** Inserted into the database, because signing in thousands of times is slow. */
async function insertSessions(dataDir: string, administrators: number) {
  const config = readConfig({ DATA_DIR: dataDir, ADMIN_PASSWORD: administratorPassword });
  const store = openStore({ dataDir });
  await migrate(store);
  await ensureAdministrator(store, config);
  const members = await store.db.selectFrom('members').select('uid').execute();
  const uids = [...members.map(({ uid }) => uid), ...Array<string>(administrators).fill(config.adminUid)];
  const tokens = await store.db.transaction().execute(async (trx) => {
    const made: string[] = [];
    for (const uid of uids) made.push(await insertSession(trx, uid));
    return made;
  });
  await store.close();
  return { uids, tokens };
}
