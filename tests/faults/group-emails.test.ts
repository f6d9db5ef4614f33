import { expect, it } from 'vitest';
import type { GroupMessage } from '#domain/group-messages.ts';
import { unpark } from '#server/mail/parking.ts';
import { sendingAtOnce } from '#server/mail/transports.ts';
import { describeKills } from '#tests/helpers/engines.ts';
import { contactMessage } from '#tests/helpers/forms.ts';
import { isLongRun, tell } from '#tests/helpers/long-run.ts';
import { addRecords, newRecord } from '#tests/helpers/made-records.ts';
import type { Portal } from '#tests/helpers/portal.ts';
import { rowsOf } from '#tests/helpers/records.ts';
import { administratorRemotely, registerRemotely, remoteVisitor } from '#tests/helpers/remote-visitor.ts';
import { type SmtpMood, startSmtp } from '#tests/helpers/smtp.ts';
import { openTestPortal } from '#tests/helpers/test-portal.ts';
import { withStore } from '#tests/helpers/with-store.ts';

const members = isLongRun ? 2_000 : 25;
const kills = isLongRun ? 5 : 1;
/** Ends a test that hangs, in milliseconds. */
const timeout = isLongRun ? 900_000 : 240_000;

/** Refuses the sender of every tenth attempt, and closes the connection in the middle of every 23rd. */
function mood(attempt: number): SmtpMood {
  if (attempt % 10 === 0) return 'refuse';
  return attempt % 23 === 0 ? 'die' : 'take';
}

/** Two of five addresses, for which the mail server has no mailbox. */
function isDead(address: string): boolean {
  return Number(/\d+/.exec(address)?.[0]) % 5 < 2;
}

/** In every email to this member, and in none to another. */
function canaryOf(index: number): string {
  return `Canary${index}end`;
}

describeKills('emails to a group', 'sqlite', (engine) => {
  it('reach everybody over kill -9, restarts and a mail server that refuses and disconnects, each once, and name dead addresses', {
    timeout: 4 * timeout,
  }, async () => {
    const smtp = await startSmtp({
      mood,
      refuses: (address) => (isDead(address) ? '550 5.1.1 No such user' : undefined),
    });
    const env = { SMTP_URL: smtp.url, MAIL_FROM: 'portal@sdc.example', BULK_MAIL_PER_DAY: '100000' };
    const portal = await openTestPortal(engine, { RATE_LIMIT: 'off', LOG_LEVEL: 'error', ...env });
    const records = Array.from({ length: members }, (_, index) =>
      newRecord({ uid: `m${index}`, fullName: canaryOf(index) }),
    );
    await withStore(portal, async (store) => {
      for (let start = 0; start < members; start += 250) {
        await addRecords(store, records.slice(start, start + 250));
      }
      await store.db.updateTable('user').set({ emailVerified: true }).execute();
    });
    const administrator = await administratorRemotely(portal, portal.url);
    const text = 'Hi {name}, the room has changed.';
    const { status, body } = await administrator.send('POST', '/api/admin/messages', {
      ...{ text, filter: {}, email: true },
    });
    expect({ status, emails: (body as GroupMessage).emails }).toMatchObject({
      status: 200,
      emails: { total: members },
    });
    const late = await registerRemotely(portal.url);

    // How often each email was being sent when the portal was killed.
    const interrupted = new Map<string, number>();
    for (let kill = 1; kill <= kills; kill += 1) {
      const target = Math.floor((members * kill) / (kills + 1));
      await expect.poll(smtp.attempts, { timeout, interval: 5 }).toBeGreaterThan(target);
      await portal.kill9();
      const ids = await beingSent(portal);
      expect(ids.length).toBeLessThanOrEqual(sendingAtOnce);
      for (const id of ids) interrupted.set(id, (interrupted.get(id) ?? 0) + 1);
      await letTimePass(portal, 'after a kill');
      await portal.restart();
    }
    const isDone = async () => {
      await letTimePass(portal);
      // A mail of another kind makes the outbox look for due ones immediately.
      await remoteVisitor(portal.url).send('POST', '/f/contact', contactMessage());
      return (await unsent(portal)) === 0;
    };
    await expect.poll(isDone, { timeout, interval: 500 }).toBe(true);

    const arrived = smtp.arrived.filter(({ mail }) => mail.subject?.startsWith('A message from'));
    const emails = Map.groupBy(arrived, ({ recipients }) => recipients[0]);
    const living = records.map(({ email }) => email).filter((email) => !isDead(email));
    expect([...emails.keys()].toSorted()).toEqual(living.toSorted());
    expect(emails.has(late.registration.email)).toBe(false);
    for (const [index, { email }] of records.entries()) {
      const copies = emails.get(email) ?? [];
      for (const { mail } of copies) expect(mail.text?.match(/Canary\d+end/g)).toEqual([canaryOf(index)]);
      // A mail server that had accepted an email just before a kill gets it again, marked as the same email.
      const [id = '', ...others] = new Set(copies.map(({ mail }) => mail.messageId));
      expect(others).toEqual([]);
      const times = interrupted.get(/^<(\w+)@/.exec(id)?.[1] ?? '') ?? 0;
      expect(copies.length).toBeLessThanOrEqual(1 + times);
    }
    const { messages } = (await administrator.send('GET', '/api/admin/messages')).body as {
      messages: GroupMessage[];
    };
    expect(messages[0]?.emails).toMatchObject({
      total: members,
      sent: living.length,
      refused: members - living.length,
      waiting: 0,
      failed: 0,
    });
    tell(
      `${engine}: ${members} recipients, ${kills} kills, ${smtp.attempts()} attempts, ${emails.size} reached, ${arrived.length - emails.size} twice of ${interrupted.size} that a kill interrupted`,
    );
  });
});

/** The emails that were claimed and not marked as sent. */
function beingSent(portal: Portal): Promise<string[]> {
  return withStore(portal, async (store) => {
    const mails = await rowsOf(store, 'mail_outbox');
    const claimed = mails.filter(({ claimedUntil, state }) => state === 'waiting' && claimedUntil !== null);
    return claimed.map(({ id }) => id);
  });
}

/** Ends the pauses before failed emails are tried again and, after a kill, all claims. */
function letTimePass(portal: Portal, when?: 'after a kill'): Promise<unknown> {
  return withStore(portal, async ({ db }) => {
    await unpark(db);
    if (when) await db.updateTable('mail_outbox').set({ claimedUntil: null }).execute();
    await db
      .updateTable('mail_outbox')
      .set({ dueAt: new Date(0).toISOString() })
      .where('state', '=', 'waiting')
      .where('claimedUntil', 'is', null)
      .execute();
  });
}

function unsent(portal: Portal): Promise<number> {
  return withStore(portal, async (store) => {
    const mails = await rowsOf(store, 'mail_outbox');
    return mails.filter(({ topic, state }) => topic !== null && state === 'waiting').length;
  });
}
