import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, it } from 'vitest';
import type { ResultsView } from '#domain/results.ts';
import { describeEachEngine } from '#tests/helpers/engines.ts';
import { addRecords, newRecord } from '#tests/helpers/made-records.ts';
import { administratorRemotely } from '#tests/helpers/remote-visitor.ts';
import { openTestPortal } from '#tests/helpers/test-portal.ts';
import { withStore } from '#tests/helpers/with-store.ts';

const members = 2_000;
/** A release takes about this long, in milliseconds; a kill happens at a random moment within. */
const releasing = 400;

describeEachEngine('a release to 2,000 members', (engine) => {
  it('is all or nothing through kills, takes less than 5 s, and mails nobody twice', async () => {
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

    for (let kill = 0; kill < 4 && !(await results()).releasedAt; kill += 1) {
      const answer = administrator.send('POST', '/api/admin/results/release', {}).catch(() => null);
      await wait(Math.random() * releasing);
      await portal.kill9();
      await answer;
      await portal.restart();
      expect([
        [0, 0, 0],
        [members, members, members],
      ]).toContainEqual(await counts());
    }
    if (!(await results()).releasedAt) {
      const started = performance.now();
      const { status } = await administrator.send('POST', '/api/admin/results/release', {});
      expect(status).toBe(200);
      expect(performance.now() - started).toBeLessThan(5_000);
    }
    expect(await counts()).toEqual([members, members, members]);

    // Killed again while emails go out.
    await expect.poll(async () => (await results()).emails.sent, { timeout: 30_000 }).toBeGreaterThan(15);
    await portal.kill9();
    await portal.restart();
    await expect.poll(async () => (await results()).emails.sent, { timeout: 60_000 }).toBeGreaterThan(50);
    const folder = join(portal.dataDir, 'outbox');
    const files = (await readdir(folder)).filter((name) => name.endsWith('.eml'));
    const texts = await Promise.all(files.map((name) => readFile(join(folder, name), 'utf8')));
    const recipients = texts.map((text) => /^To: (.*)$/m.exec(text)?.[1]);
    expect(new Set(recipients).size).toBe(recipients.length);
  }, 300_000);
});
