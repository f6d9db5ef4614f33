import { expect, it } from 'vitest';
import { queueBulkMails } from '#server/mail/bulk.ts';
import { openTestApp, signInAdministrator, type TestApp } from '#tests/helpers/app.ts';
import { describeEachEngine, freshDatabase } from '#tests/helpers/engines.ts';
import { isLongRun } from '#tests/helpers/long-run.ts';
import { addRecords, newRecord } from '#tests/helpers/made-records.ts';
import { startSmtp } from '#tests/helpers/smtp.ts';
import { composeGroupMail, messageBulk } from './group-mails.ts';

/** The soak sends to 2,000. */
const members = isLongRun ? 2_000 : 300;

describeEachEngine('a message by email to many', (engine) => {
  it('reaches everybody once, over a mail server that refuses every tenth and a process that dies', async () => {
    const smtp = await startSmtp();
    Object.defineProperty(smtp, 'mood', { get: () => (smtp.attempts() % 10 === 0 ? 'refuse' : 'take') });
    const place = await freshDatabase(engine);
    const env = { SMTP_URL: smtp.url, MAIL_FROM: 'portal@sdc.example', BULK_MAIL_PER_DAY: '100000' };
    const first = await openTestApp(engine, { place, env });
    const records = Array.from({ length: members }, (_, index) => newRecord({ uid: `m${index}` }));
    for (let start = 0; start < members; start += 500) {
      await addRecords(first.store, records.slice(start, start + 500));
    }
    await first.store.db.updateTable('user').set({ emailVerified: true }).execute();
    const administrator = await signInAdministrator(first);
    const text = 'Hi {name}, the room has changed.';
    const sent = await administrator.post('/api/admin/messages', { text, filter: {}, email: true });
    expect(sent).toMatchObject({ status: 200, body: { emails: { total: members } } });

    for (let round = 0; round < members / 40; round += 1) await send(first);
    // As after a kill: mails are claimed by a process that is gone, and one was queued and never looked at.
    await queue(first);
    await first.store.db
      .updateTable('mail_outbox')
      .set({ claimedBy: 'gone', claimedUntil: new Date(0).toISOString() })
      .where('sentAt', 'is', null)
      .execute();

    const second = await openTestApp(engine, { place, env });
    for (let round = 0; round < 400 && (await unsent(second)) > 0; round += 1) {
      await send(second);
      // The next attempt, without the wait.
      await second.store.db
        .updateTable('mail_outbox')
        .set({ notBefore: new Date(0).toISOString() })
        .where('sentAt', 'is', null)
        .execute();
    }
    expect(await unsent(second)).toBe(0);
    const reached = smtp.arrived.map(({ recipients }) => recipients[0]).toSorted();
    expect(reached).toHaveLength(members);
    expect(reached).toEqual(records.map(({ email }) => email).toSorted());
    expect(smtp.attempts()).toBeGreaterThan(members * 1.1);
  }, 300_000);
});

function queue({ deps }: TestApp): Promise<void> {
  return queueBulkMails(deps, {
    [messageBulk]: (db, uid, bulk) => composeGroupMail(deps, db, uid, bulk),
  });
}

async function send(portal: TestApp): Promise<void> {
  await queue(portal);
  await portal.deps.outbox.deliverDue();
}

/** Recipients whose email was not sent. */
async function unsent({ store }: TestApp): Promise<number> {
  const { mails } = await store.db
    .selectFrom('bulk_mails')
    .leftJoin('mail_outbox', 'mail_outbox.id', 'bulk_mails.mailId')
    .select((is) => is.fn.countAll<number>().as('mails'))
    .where('mail_outbox.sentAt', 'is', null)
    .executeTakeFirstOrThrow();
  return mails;
}
