import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import type { InvitationLink } from '#domain/reviewers.ts';
import type { PastMembers, SeasonList } from '#domain/seasons.ts';
import { describeEachEngine } from '#tests/helpers/engines.ts';
import { isLongRun, tell } from '#tests/helpers/long-run.ts';
import type { Portal } from '#tests/helpers/portal.ts';
import { dataFaults, rowsOf } from '#tests/helpers/records.ts';
import { administratorRemotely, remoteVisitor } from '#tests/helpers/remote-visitor.ts';
import { openTestPortal } from '#tests/helpers/test-portal.ts';
import { withStore } from '#tests/helpers/with-store.ts';
import { seedMembers } from '../../scripts/seed-members.ts';

/** `npm run soak` ends 30 seasons of 2,000. */
const kills = isLongRun ? 30 : 2;
const members = isLongRun ? 2_000 : 100;
const timeout = 60 * 60_000;

/** The shares of an act after which the portal is killed. */
const shares = Array.from({ length: kills }, (_, kill) => kill / kills);

const seed = (portal: Portal) => withStore(portal, (store) => seedMembers(store, members));
const uidsOf = (portal: Portal) =>
  withStore(portal, async (store) => (await rowsOf(store, 'members')).map(({ uid }) => uid));

/** Kills the portal once so much is done, while it does `act`, and starts it. @returns the status; 0 without an answer */
async function killDuring(
  portal: Portal,
  act: () => Promise<{ status: number }>,
  isTime: () => Promise<boolean>,
): Promise<number> {
  let over = false;
  const acting = act()
    .catch(() => ({ status: 0 }))
    .finally(() => {
      over = true;
    });
  // SQLite answers without a pause, in which the request would go on.
  while (!over && !(await isTime())) await sleep(5);
  await portal.kill9();
  await portal.restart();
  return (await acting).status;
}

describeEachEngine('an act in the browser whose portal is killed is done or not', (engine) => {
  it('the end of a season', { timeout }, async () => {
    const portal = await openTestPortal(engine, { RATE_LIMIT: 'off', LOG_LEVEL: 'error' });
    const lead = await administratorRemotely(portal, portal.url);
    const seasons = async () => (await lead.send('GET', '/api/admin/seasons')).body as SeasonList;
    let undone = 0;
    for (const share of shares) {
      await seed(portal);
      const before = await seasons();
      const end = () => lead.send('POST', '/api/admin/seasons', { confirm: before.current, keep: [] });
      const moved = () =>
        withStore(portal, async ({ db }) => {
          const records = db.selectFrom('past_records').where('document', 'is not', null);
          const { count } = await records
            .select((is) => is.fn.countAll<number>().as('count'))
            .executeTakeFirstOrThrow();
          return Number(count) >= (before.seasons.length + share) * members;
        });
      const status = await killDuring(portal, end, moved);
      let { current, ending, seasons: past } = await seasons();
      expect(ending).toBeNull();
      if (past.length === before.seasons.length) {
        // Nothing of it has happened, and it was not acknowledged.
        expect([status, current, (await uidsOf(portal)).length]).toEqual([0, before.current, members]);
        expect((await end()).status).toBe(200);
        undone += 1;
        // The answer comes after ten seconds, however much is left to move.
        await expect.poll(async () => (await seasons()).ending, { timeout: 60_000 }).toBeNull();
        ({ current, seasons: past } = await seasons());
      }
      expect([past.length, Number(current)]).toEqual([before.seasons.length + 1, Number(before.current) + 1]);
      expect(await uidsOf(portal)).toEqual([]);
      const path = `/api/admin/seasons/${past[0]?.id}/members`;
      expect(((await lead.send('GET', path)).body as PastMembers).members).toHaveLength(50);
      await withStore(portal, async (store) => {
        const records = (await rowsOf(store, 'past_records')).filter(
          ({ seasonId }) => seasonId === past[0]?.id,
        );
        const emails = new Set(records.map(({ email }) => email));
        expect(emails.size).toBe(members);
        // Each has one document, one closed account and one email about it.
        expect(records.filter(({ document }) => document === null)).toEqual([]);
        const closed = (await rowsOf(store, 'closed_accounts')).map(({ email }) => email);
        const mailed = (await rowsOf(store, 'mail_outbox')).map(({ to }) => to);
        for (const addresses of [closed, mailed])
          expect(addresses.filter((email) => emails.has(email ?? ''))).toHaveLength(members);
        expect(await dataFaults(store)).toEqual([]);
      });
    }
    tell(`season end on ${engine}: ${kills} kills, ${undone} left the old season, ${kills - undone} the new`);
  });

  it('the emptying of the trash', { timeout }, async () => {
    const portal = await openTestPortal(engine, { RATE_LIMIT: 'off', LOG_LEVEL: 'error' });
    const lead = await administratorRemotely(portal, portal.url);
    await seed(portal);
    const uids = await uidsOf(portal);
    for (let start = 0; start < members; start += 100) {
      const some = uids.slice(start, start + 100);
      const body = { uids: some, confirm: some.length };
      expect((await lead.send('DELETE', '/api/admin/members', body)).status).toBe(200);
    }
    const gone: string[] = [];
    const next = () => uids[gone.length] ?? '';
    async function empty(): Promise<{ status: number }> {
      for (;;) {
        const answer = await lead.send('DELETE', `/api/admin/trash/${next()}`, {});
        if (answer.status !== 200) return answer;
        gone.push(next());
      }
    }
    for (const share of shares) {
      await killDuring(portal, empty, async () => gone.length > share * members);
      // The one that was under way is in the trash, or gone without an answer.
      const { status } = await lead.send('DELETE', `/api/admin/trash/${next()}`, {});
      expect([200, 404]).toContain(status);
      gone.push(next());
      await withStore(portal, async (store) => {
        const rest = (await rowsOf(store, 'closed_accounts')).map((row) => row.uid);
        expect(rest.toSorted()).toEqual(uids.slice(gone.length).toSorted());
        const logged = (await rowsOf(store, 'changes')).filter(({ kind }) => kind === 'removed-for-good');
        expect(logged.map((change) => change.uid).toSorted()).toEqual(gone.toSorted());
        expect(await dataFaults(store)).toEqual([]);
      });
    }
  });

  it('a hand-over', { timeout }, async () => {
    const portal = await openTestPortal(engine, { RATE_LIMIT: 'off', LOG_LEVEL: 'error' });
    const signIn = (email: string, password: string) =>
      administratorRemotely({ adminEmail: email, adminPassword: password }, portal.url);
    let lead = await administratorRemotely(portal, portal.url);
    let present = { email: portal.adminEmail, password: portal.adminPassword };
    for (const [kill, share] of shares.entries()) {
      const next = { email: `lead${kill}@club.example`, password: `chosen by lead ${kill}` };
      const named = await lead.send('POST', '/api/admin/hand-over', { email: next.email });
      const token = new URL((named.body as InvitationLink).url).searchParams.get('token');
      const accept = () =>
        remoteVisitor(portal.url).send('POST', '/api/hand-over/accept', { token, password: next.password });
      const killAt = performance.now() + share * 200;
      const status = await killDuring(portal, accept, async () => performance.now() >= killAt);
      const isOver = (await lead.send('GET', '/api/admin/summary')).status === 401;
      if (status === 200) expect(isOver).toBe(true);
      const [yes, no] = isOver ? [next, present] : [present, next];
      await signIn(yes.email, yes.password);
      await expect(signIn(no.email, no.password)).rejects.toThrow('refused: 401');
      // The link works exactly where it has not worked yet.
      expect((await accept()).status).toBe(isOver ? 400 : 200);
      lead = await signIn(next.email, next.password);
      present = next;
      expect(await withStore(portal, dataFaults)).toEqual([]);
    }
  });
});
