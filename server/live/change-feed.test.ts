import { expect, it, onTestFinished, vi } from 'vitest';
import { createLog } from '#server/log.ts';
import type { Store } from '#server/store/open.ts';
import { describeEachEngine, openTestStore } from '#tests/helpers/engines.ts';
import { failingReads } from '#tests/helpers/failing-store.ts';
import { ChangeFeed } from './change-feed.ts';

function openFeed(store: Store, broadcast: (change: { seq: number }) => void = () => {}): ChangeFeed {
  const feed = new ChangeFeed({ store, log: createLog('silent'), streams: { broadcast, endAll() {} } });
  onTestFinished(() => feed.close());
  return feed;
}

describeEachEngine('the feed of changes', (engine) => {
  it('passes on all changes of a long transaction at once, not a batch with each poll', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    onTestFinished(() => void vi.useRealTimers());
    const store = await openTestStore(engine);
    const seqs: number[] = [];
    await openFeed(store, ({ seq }) => seqs.push(seq)).start();
    const at = new Date().toISOString();
    const change = { uid: 'a', actor: 'a', kind: 'profile-saved', at, fields: {} } as const;
    const changes = Array.from({ length: 2_500 }, () => change);
    await store.transact((trx) => trx.changes.append(changes));
    await expect.poll(() => seqs.length, { timeout: 10_000 }).toBe(2_500);
  });

  it('starts with the next page if the database was away for the first', async () => {
    const opened = await openTestStore(engine);
    const store = failingReads(opened);
    const feed = openFeed(store);
    await expect(feed.start()).rejects.toThrow('ECONNREFUSED');
    Object.assign(store, { db: opened.db });
    await feed.start();
  });
});
