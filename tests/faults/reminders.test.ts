import { expect, it } from 'vitest';
import { defaultReminders } from '#domain/reminders.ts';
import { describeKills } from '#tests/helpers/engines.ts';
import { isLongRun, tell } from '#tests/helpers/long-run.ts';
import { addRecords, newRecord } from '#tests/helpers/made-records.ts';
import type { Portal } from '#tests/helpers/portal.ts';
import { rowsOf } from '#tests/helpers/records.ts';
import { administratorRemotely, type RemoteVisitor } from '#tests/helpers/remote-visitor.ts';
import { sharedPostgres } from '#tests/helpers/shared-postgres.ts';
import { startSmtp } from '#tests/helpers/smtp.ts';
import { openTestPortal, openTwoPortals } from '#tests/helpers/test-portal.ts';
import { withStore } from '#tests/helpers/with-store.ts';

const members = isLongRun ? 400 : 60;
const kills = isLongRun ? 20 : 3;
/** Ends a test that hangs, in milliseconds. */
const timeout = isLongRun ? 600_000 : 240_000;

async function save(administrator: RemoteVisitor, part: string, value: object): Promise<void> {
  const body = { value, version: 0 };
  expect((await administrator.send('PUT', `/api/admin/settings/${part}`, body)).status).toBe(200);
}

describeKills('a reminder', 'postgres', (engine) => {
  it('reaches each member once over kill -9 at any moment, from two processes whose clocks differ where there can be two', {
    timeout: 2 * timeout,
  }, async () => {
    const smtp = await startSmtp();
    const env = { SMTP_URL: smtp.url, MAIL_FROM: 'portal@sdc.example', BULK_MAIL_PER_DAY: '100000' };
    const { portals, first, administrator } = await open({ RATE_LIMIT: 'off', LOG_LEVEL: 'error', ...env });
    const records = Array.from({ length: members }, (_, index) =>
      newRecord({ uid: `m${index}`, developmentTrack: null }),
    );
    await withStore(first, (store) => addRecords(store, records));
    const deadline = new Date(Date.now() + 24 * 60 * 60_000).toISOString();
    await save(administrator, 'dates', { deadline });
    await save(administrator, 'reminders', {
      ...defaultReminders,
      noTrack: { ...defaultReminders.noTrack, on: true },
    });

    // How often each email was being sent when the portal was killed.
    const interrupted = new Map<string, number>();
    for (let kill = 1; kill <= kills; kill += 1) {
      await Promise.all(portals.map((portal) => portal.kill9()));
      for (const id of await endClaims(first)) interrupted.set(id, (interrupted.get(id) ?? 0) + 1);
      await Promise.all(portals.map((portal) => portal.restart()));
      const target = Math.floor((members * kill) / (kills + 1));
      await expect.poll(smtp.attempts, { timeout, interval: 5 }).toBeGreaterThan(target);
    }
    await expect.poll(() => unsent(first), { timeout, interval: 500 }).toBe(0);

    const arrived = smtp.arrived.filter(({ mail }) => mail.subject?.startsWith('A reminder from'));
    const emails = Map.groupBy(arrived, ({ recipients }) => recipients[0]);
    expect([...emails.keys()].toSorted()).toEqual(records.map(({ email }) => email).toSorted());
    for (const copies of emails.values()) {
      // A mail server that had accepted an email just before a kill gets it again, marked as the same email.
      const [id = '', ...others] = new Set(copies.map(({ mail }) => mail.messageId));
      expect(others).toEqual([]);
      const times = interrupted.get(/^<(\w+)@/.exec(id)?.[1] ?? '') ?? 0;
      expect(copies.length).toBeLessThanOrEqual(1 + times);
    }
    tell(`${engine}: ${members} members, ${kills} kills, ${arrived.length - emails.size} emails twice`);
  });

  async function open(env: Record<string, string>) {
    if (engine === 'sqlite') {
      const portal = await openTestPortal(engine, env);
      const administrator = await administratorRemotely(portal, portal.url);
      return { portals: [portal], first: portal, administrator };
    }
    const ahead = { NODE_OPTIONS: '--import ./tests/setup/minute-ahead.ts' };
    const { one, other, origin } = await openTwoPortals((await sharedPostgres()).url, env, ahead);
    const administrator = await administratorRemotely(one, one.url, origin);
    return { portals: [one, other], first: one, administrator };
  }
});

/** As if the claims of a killed portal had run out. @returns the emails that were being sent */
function endClaims(portal: Portal): Promise<string[]> {
  return withStore(portal, async ({ db }) => {
    const claimed = await db
      .updateTable('mail_outbox')
      .set({ claimedUntil: null })
      .where('state', '=', 'waiting')
      .where('claimedUntil', 'is not', null)
      .returning('id')
      .execute();
    return claimed.map(({ id }) => id);
  });
}

function unsent(portal: Portal): Promise<number> {
  return withStore(portal, async (store) => {
    const mails = await rowsOf(store, 'mail_outbox');
    return mails.filter(({ topic, state }) => topic !== null && state === 'waiting').length;
  });
}
