import { DatabaseSync } from 'node:sqlite';
import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import type { ResultsView } from '#domain/results.ts';
import { databaseFile } from '#server/store/database-file.ts';
import { describeEachEngine, type TestEngine } from '#tests/helpers/engines.ts';
import { addRecords, newRecord } from '#tests/helpers/made-records.ts';
import type { Portal } from '#tests/helpers/portal.ts';
import { administratorRemotely } from '#tests/helpers/remote-visitor.ts';
import { readOutbox } from '#tests/helpers/sent-mails.ts';
import { openTestPortal } from '#tests/helpers/test-portal.ts';
import { withStore } from '#tests/helpers/with-store.ts';

const members = 2_000;

/**
 * Runs `work` while no release can get past its results: it stops before the emails are planned. PostgreSQL waits for a
 * lock; SQLite has a trigger that takes longer than the test.
 */
async function stoppedInTheMiddle(
  engine: TestEngine,
  portal: Portal,
  work: (untilStopped: () => Promise<void>) => Promise<void>,
): Promise<void> {
  if (engine === 'sqlite') {
    const file = databaseFile(portal.dataDir);
    const change = (statement: string) => withStore(portal, ({ db }) => sql.raw(statement).execute(db));
    await change(`create trigger slow after insert on bulk_mails begin
      select count(*) from members a, members b, members c where a.email < b.email and b.email < c.email; end`);
    await work(async () => {
      const look = new DatabaseSync(file, { timeout: 0 });
      // A write of another kind is over by the next look.
      for (let looks = 0; looks < 5; ) {
        looks = isLocked(look) ? looks + 1 : 0;
        await wait(100);
      }
      look.close();
    });
    await change('drop trigger slow');
    return;
  }
  await withStore(portal, ({ db }) =>
    db.transaction().execute(async (trx) => {
      await sql`lock table bulk_mails in exclusive mode`.execute(trx);
      await work(async () => {
        const waiting = sql`select 1 from pg_locks where not granted and relation = 'bulk_mails'::regclass`;
        while ((await waiting.execute(trx)).rows.length === 0) await wait(50);
      });
    }),
  );
}

/** Whether another process writes. */
function isLocked(file: DatabaseSync): boolean {
  try {
    file.exec('begin immediate');
    file.exec('rollback');
    return false;
  } catch {
    return true;
  }
}

describeEachEngine('a release to 2,000 members', (engine) => {
  it('is all or nothing when it is killed in the middle, and mails nobody twice', async () => {
    const portal = await openTestPortal(engine, { RATE_LIMIT: 'off', LOG_LEVEL: 'error' });
    await portal.stop();
    const uids = await withStore(portal, async (store) => {
      const records = Array.from({ length: members }, (_, index) => newRecord({ uid: `one-${index}` }));
      for (let start = 0; start < members; start += 250) {
        await addRecords(store, records.slice(start, start + 250));
      }
      return records.map(({ uid }) => uid);
    });
    await portal.restart();
    const administrator = await administratorRemotely(portal, portal.url);
    for (let start = 0; start < members; start += 500) {
      const body = { uids: uids.slice(start, start + 500), outcome: 'selected' };
      expect((await administrator.send('PATCH', '/api/admin/outcomes', body)).status).toBe(200);
    }
    const counts = () =>
      withStore(portal, async ({ db }) => {
        const results = await db.selectFrom('results').select('uid').execute();
        const mails = await db.selectFrom('bulk_mails').select('uid').execute();
        const changes = await db
          .selectFrom('changes')
          .select('uid')
          .where('kind', '=', 'result-released')
          .execute();
        return [results.length, mails.length, changes.length];
      });
    const results = async () => (await administrator.send('GET', '/api/admin/results')).body as ResultsView;

    await stoppedInTheMiddle(engine, portal, async (untilStopped) => {
      const answer = administrator.send('POST', '/api/admin/results/release', {}).catch(() => null);
      await untilStopped();
      await portal.kill9();
      await answer;
    });
    await portal.restart();
    expect(await counts()).toEqual([0, 0, 0]);
    expect((await administrator.send('POST', '/api/admin/results/release', {})).status).toBe(200);
    expect(await counts()).toEqual([members, members, members]);

    // Killed again while emails go out.
    await expect.poll(async () => (await results()).emails.sent, { timeout: 30_000 }).toBeGreaterThan(15);
    await portal.kill9();
    await portal.restart();
    await expect.poll(async () => (await results()).emails.sent, { timeout: 60_000 }).toBeGreaterThan(50);
    const recipients = (await readOutbox(portal.dataDir)).flatMap(({ to }) => to);
    expect(recipients.length).toBeGreaterThan(50);
    expect(new Set(recipients).size).toBe(recipients.length);
  }, 300_000);
});
