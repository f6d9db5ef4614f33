import { setTimeout as wait } from 'node:timers/promises';
import { expect } from 'vitest';
import type { Store } from '#server/store/open.ts';
import { cleanUpAfterwards } from '#tests/helpers/clean-up.ts';
import { type EventReader, readEvents } from '#tests/helpers/event-reader.ts';
import { administratorRemotely } from '#tests/helpers/remote-visitor.ts';
import type { TwoPortals } from '#tests/helpers/two-portals.ts';

/** Follows all changes as a page does: it reconnects and resumes. */
export interface FaithfulReader {
  /** How often the stream was opened. */
  opened(): number;
  /** Waits for the end of the log, stops, and throws if a change was missed, repeated or out of order. */
  expectAllSeen(store: Store): Promise<void>;
}

/** Follows the administrator's stream until the end of the test, with the cookies of their session. */
export async function followChanges(url: string, cookies: Map<string, string>): Promise<FaithfulReader> {
  /** The `seq` of each change in the order of arrival. */
  const seen: number[] = [];
  const ready = Promise.withResolvers<number>();
  let opened = 0;
  let running = true;
  let lastId: string | undefined;
  let reader: EventReader | null = null;

  async function follow(): Promise<void> {
    while (running) {
      reader = await readEvents(`${url}/api/admin/events`, { cookies }, lastId).catch(() => null);
      if (reader?.status === 200) {
        opened += 1;
        for (let event = await reader.next(); event; event = await reader.next()) {
          lastId = event.id;
          if (event.name === 'ready') ready.resolve(Number(event.id));
          if (event.name === 'change') seen.push(Number(event.id));
        }
      }
      await wait(50);
    }
  }

  const following = follow();
  async function stop(): Promise<void> {
    running = false;
    reader?.cut();
    await following;
  }
  cleanUpAfterwards(stop);
  const start = await ready.promise;

  return {
    opened: () => opened,
    async expectAllSeen({ db }) {
      const rows = await db
        .selectFrom('changes')
        .select('seq')
        .where('seq', '>', start)
        .orderBy('seq')
        .execute();
      const logged = rows.map(({ seq }) => seq);
      await expect.poll(() => seen.at(-1) ?? start).toBeGreaterThanOrEqual(logged.at(-1) ?? start);
      await stop();
      expect(seen).toEqual(logged);
    },
  };
}

/** Follows all changes of two processes at each of these addresses, with one session of the administrator. */
export async function followBoth(
  { one, origin }: TwoPortals,
  urls: readonly [string, string],
): Promise<FaithfulReader[]> {
  const { cookies } = await administratorRemotely(one, urls[0], origin);
  return [await followChanges(urls[0], cookies), await followChanges(urls[1], cookies)];
}
