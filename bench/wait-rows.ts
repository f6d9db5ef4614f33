import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { seasonList } from '#domain/seasons.ts';
import { contentColumns } from '#server/forms/inbox-store.ts';
import { chunk } from '#server/store/chunk.ts';
import { openStore } from '#server/store/open.ts';
import { administratorCookie, ask, memberCookie, withData, withPortal } from './portal.ts';
import type { Row } from './row.ts';

const members = 5_000;
/** About 500 MB. */
const messages = 25_000;
const longest = 9_800;
/** Between two requests of a person who waits, in milliseconds. */
const pause = 5;

/** Row r: how long others wait meanwhile, with the largest inbox (promise 34). */
export function waitRows(): Promise<Row[]> {
  return withData(members, async (dataDir) => {
    const [one, ...others] = await fillInbox(dataDir);
    if (!one) throw new Error('nobody is there');
    return withPortal({ dataDir }, async ({ url }) => {
      const [cookie, own] = [await administratorCookie(url), await memberCookie(url)];
      const admin = (method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path: string, body?: object) =>
        ask(url, { method, path: `/api/admin/${path}`, headers: { cookie }, ...(body && { body }) });
      const seasons = async () => seasonList.parse(await (await admin('GET', 'seasons')).json());
      const uids = others.map(({ uid }) => uid);
      const acts: Record<string, () => Promise<unknown>> = {
        'a search of the inbox': () => admin('GET', 'form-submissions?q=zzzqqq'),
        async 'a removal for good'() {
          await admin('DELETE', `members/${one.uid}`, { confirm: one.fullName });
          await admin('DELETE', `trash/${one.uid}`, {});
        },
        async 'outcomes and their release'() {
          for (const some of chunk(uids))
            await admin('PATCH', 'outcomes', { uids: some, outcome: 'selected' });
          await admin('POST', 'results/rounds', { all: true });
        },
        async 'the end of a season'() {
          await admin('POST', 'seasons', { confirm: (await seasons()).current, keep: [] });
          while ((await seasons()).ending !== null) await wait(500);
        },
      };
      const rows: Row[] = [];
      for (const [what, act] of Object.entries(acts)) {
        const waited = longestWait(() => fetch(`${url}/api/me`, { headers: { cookie: own } }), act);
        rows.push({
          id: `r ${what}`,
          what: `the longest wait of another request during ${what}, ${members} members`,
          ...{ value: await waited, unit: 'ms', bound: { atMost: 200 } },
        });
      }
      return rows;
    });
  });
}

async function longestWait(request: () => Promise<Response>, act: () => Promise<unknown>): Promise<number> {
  let isDone = false;
  let worst = 0;
  const work = act().finally(() => {
    isDone = true;
  });
  do {
    const began = performance.now();
    await (await request()).arrayBuffer();
    worst = Math.max(worst, performance.now() - began);
    await wait(pause);
  } while (!isDone);
  await work;
  return worst;
}

/** @returns the members */
async function fillInbox(dataDir: string): Promise<{ uid: string; fullName: string; email: string }[]> {
  const store = openStore({ dataDir });
  try {
    const people = await store.db.selectFrom('members').select(['uid', 'fullName', 'email']).execute();
    for (let turn = 0; turn < messages / members; turn += 1) {
      const receivedAt = new Date(Date.now() - turn * 60 * 60_000).toISOString();
      for (const some of chunk(people, 16)) {
        const rows = some.map(({ uid, fullName, email }) => ({
          ...{ id: randomUUID(), formId: 'contact', readAt: null, memberUid: uid, receivedAt },
          ...contentColumns({
            fields: new Map([
              ['name', fullName],
              ['message', `bus ${uid} `.repeat(longest).slice(0, longest)],
            ]),
            ...{ replyTo: email, subject: `Question ${turn}`, submits: false },
          }),
        }));
        await store.db.insertInto('form_submissions').values(rows).execute();
      }
    }
    return people;
  } finally {
    await store.close();
  }
}
