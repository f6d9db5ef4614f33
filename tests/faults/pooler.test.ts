import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { cleanUpAfterwards } from '#tests/helpers/clean-up.ts';
import { freshDatabase, storeAt } from '#tests/helpers/engines.ts';
import { startPgBouncer } from '#tests/helpers/pgbouncer.ts';
import { startPortal } from '#tests/helpers/portal.ts';
import { administratorRemotely } from '#tests/helpers/remote-visitor.ts';
import { skipBecause } from '#tests/helpers/skip.ts';
import { findProgram, programMissing } from '../../scripts/system-packages.ts';
import { followChanges } from './faithful-reader.ts';
import { startWriteLoad } from './write-load.ts';

it('two processes behind PgBouncer in transaction mode migrate together, write, and send every event', async (context) => {
  const program = findProgram('pgbouncer');
  if (!program) return skipBecause(context, programMissing('pgbouncer'));
  const { databaseUrl = '' } = await freshDatabase('postgres', 'empty');
  const pooler = await startPgBouncer(program, databaseUrl);
  cleanUpAfterwards(pooler.stop);
  const shared = {
    DATABASE_LISTEN_URL: databaseUrl,
    AUTH_SECRET: 'a secret that both processes share',
    ADMIN_PASSWORD: 'administrator-password',
    PORTAL_URL: 'http://portal.test',
    RATE_LIMIT: 'off',
    LOG_LEVEL: 'error',
  };
  const start = async () => {
    const portal = await startPortal({ databaseUrl: pooler.url, env: shared });
    cleanUpAfterwards(portal.discard);
    return portal;
  };
  // Both migrate the schema, on connections that the pooler shares.
  const [one, other] = await Promise.all([start(), start()]);

  const administrator = await administratorRemotely(one, one.url, shared.PORTAL_URL);
  const readers = [
    await followChanges(one.url, administrator.cookies),
    await followChanges(other.url, administrator.cookies),
  ];
  const load = await startWriteLoad({ urls: [one.url, other.url], origin: shared.PORTAL_URL });
  for (let round = 0; round < 10; round += 1) await load.untilAllWrite();
  await load.stop();
  expect(load.statusesBeside()).toEqual([]);

  const store = storeAt({ dataDir: '', databaseUrl });
  await load.expectNothingLost(store);
  for (const reader of readers) await reader.expectAllSeen(store);
  // No lock is left except those of the two running portals, which bypass the pooler.
  const { rows } = await sql`select 1 from pg_locks where locktype = 'advisory' and mode = 'ExclusiveLock'
    and database = (select oid from pg_database where datname = current_database())`.execute(store.db);
  expect(rows).toEqual([]);
});
