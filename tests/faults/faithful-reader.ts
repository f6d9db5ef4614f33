import { setTimeout as wait } from 'node:timers/promises';
import { expect } from 'vitest';
import type { Store } from '#server/store/open.ts';
import { cleanUpAfterwards } from '#tests/helpers/clean-up.ts';
import { cookieHeader } from '#tests/helpers/cookies.ts';
import { type EventReader, readEvents } from '#tests/helpers/event-reader.ts';
import { administratorRemotely } from '#tests/helpers/remote-visitor.ts';
import type { TwoPortals } from '#tests/helpers/two-portals.ts';

/** Follows all changes as a page does: it looks again when the stream opens, and after each event. */
export interface FaithfulReader {
  /** How often the stream was opened. */
  opened(): number;
  /** Waits until the reader shows the latest change, and stops. */
  expectUpToDate(store: Store): Promise<void>;
}

/** Follows the administrator's stream until the end of the test, with the cookies of their session. */
export async function followChanges(url: string, cookies: Map<string, string>): Promise<FaithfulReader> {
  const ready = Promise.withResolvers<void>();
  let opened = 0;
  let shown = 0;
  let running = true;
  let reader: EventReader | null = null;

  /** A failed request leaves the page as it is, so the reader connects and looks again. */
  async function look(): Promise<void> {
    const headers = { Cookie: cookieHeader(cookies) };
    const answer = await fetch(`${url}/api/admin/summary`, { headers }).catch(() => null);
    if (answer?.ok) shown = ((await answer.json()) as { seq: number }).seq;
    else reader?.cut();
  }

  async function follow(): Promise<void> {
    while (running) {
      reader = await readEvents(`${url}/api/admin/events`, { cookies }).catch(() => null);
      for (let event = await reader?.next(); event; event = await reader?.next()) {
        if (event.name === 'ready') opened += 1;
        if (event.name !== 'ping') await look();
        ready.resolve();
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
  await ready.promise;

  return {
    opened: () => opened,
    async expectUpToDate({ db }) {
      const last = await db.selectFrom('changes').select('seq').orderBy('seq', 'desc').executeTakeFirst();
      await expect.poll(() => shown, { timeout: 60_000 }).toBe(last?.seq);
      await stop();
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
