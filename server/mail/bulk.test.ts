import { expect, it } from 'vitest';
import type { BulkProgress } from '#domain/bulk-mail.ts';
import { removeMember } from '#server/accounts/member-data.ts';
import { latestSeq } from '#server/changes/change-log.ts';
import { composeResultMail, resultsBulk } from '#server/results/result-mails.ts';
import { confirmEmail, signInAdministrator, type TestApp } from '#tests/helpers/app.ts';
import { describeEachEngine, type TestEngine } from '#tests/helpers/engines.ts';
import { addRecords, newRecord } from '#tests/helpers/made-records.ts';
import { requestReset } from '#tests/helpers/passwords.ts';
import { decide, releaseNow, resultsOf } from '#tests/helpers/results.ts';
import { openWithSmtp } from '#tests/helpers/smtp-portal.ts';
import { queueBulkMails } from './bulk.ts';
import { dropOldMailRows } from './retention.ts';

const day = 24 * 60 * 60_000;

async function open(engine: TestEngine, { members, perDay }: { members: number; perDay: number }) {
  const { smtp, portal } = await openWithSmtp(engine, { env: { BULK_MAIL_PER_DAY: String(perDay) } });
  const records = Array.from({ length: members }, (_, index) => newRecord({ uid: `one-${index}` }));
  await addRecords(portal.store, records);
  const administrator = await signInAdministrator(portal);
  const uids = records.map(({ uid }) => uid);
  await decide(administrator, uids, 'selected');
  expect((await releaseNow(administrator)).status).toBe(200);
  const recipients = () => smtp.arrived.flatMap((mail) => mail.recipients).toSorted();
  return { smtp, portal, records, administrator, recipients };
}

/** Queues what may be queued; `compose` replaces what writes an email. */
function queue({ deps }: TestApp, compose?: (uid: string) => Promise<never> | undefined): Promise<unknown> {
  return queueBulkMails(deps, {
    [resultsBulk]: (db, uid) => compose?.(uid) ?? composeResultMail(deps, db, uid),
  });
}

/** Queues what may be queued, and tries to send it, so many times. */
async function round(portal: TestApp, times = 1): Promise<void> {
  for (let time = 0; time < times; time += 1) {
    await queue(portal);
    await portal.deps.outbox.deliverDue();
  }
}

/** Makes it later for what was sent, or for what waits to be tried again. */
async function wait({ store }: TestApp, what: 'a day' | '20 hours' | 'the next try'): Promise<void> {
  const before = new Date(Date.now() - (what === '20 hours' ? (day * 20) / 24 : day + 60_000)).toISOString();
  const outbox = store.db.updateTable('mail_outbox');
  if (what !== 'the next try') await outbox.set({ sentAt: before }).where('sentAt', 'is not', null).execute();
  else await outbox.set({ notBefore: before }).where('sentAt', 'is', null).execute();
}

const emails = async (administrator: Parameters<typeof resultsOf>[0]): Promise<BulkProgress> =>
  (await resultsOf(administrator)).emails;

describeEachEngine('emails to many', (engine) => {
  it('are sent to each once, at most so many within a day, with the expected end', async () => {
    const { portal, records, administrator, recipients } = await open(engine, { members: 27, perDay: 12 });
    const expected = async () => {
      const end = (await emails(administrator)).expectedEnd;
      return end === null ? null : Math.round((Date.parse(end) - Date.now()) / day);
    };
    expect(await expected()).toBe(2);
    await round(portal, 4);
    expect(recipients()).toHaveLength(12);
    expect(await emails(administrator)).toMatchObject({ total: 27, sent: 12, waiting: 15, failed: 0 });
    expect(await expected()).toBe(2);
    await wait(portal, '20 hours');
    expect(await expected()).toBe(1);
    await wait(portal, 'a day');
    await round(portal, 4);
    expect(recipients()).toHaveLength(24);
    expect(await expected()).toBe(1);
    await wait(portal, 'a day');
    await round(portal, 4);
    expect(recipients()).toEqual(records.map(({ email }) => email).toSorted());
    expect(await emails(administrator)).toMatchObject({ sent: 27, waiting: 0, expectedEnd: null });
  });

  it('count towards the day’s number although their rows could be removed for space', async () => {
    const { portal, recipients } = await open(engine, { members: 12, perDay: 5 });
    await round(portal);
    expect(recipients()).toHaveLength(5);
    const room = { ...portal.deps.config, mailKeepMegabytes: 0.001 };
    await dropOldMailRows(portal.store.db, room, Date.now());
    await round(portal);
    expect(recipients()).toHaveLength(5);
  });

  it('count towards it as well while they were refused and are tried again', async () => {
    const { portal, smtp, recipients } = await open(engine, { members: 12, perDay: 5 });
    smtp.mood = 'refuse';
    await round(portal);
    smtp.mood = 'take';
    await round(portal);
    await wait(portal, 'the next try');
    await round(portal);
    expect(recipients()).toHaveLength(5);
  });

  it('never take two processes past the day’s number, or to one recipient twice', async () => {
    const { portal, recipients } = await open(engine, { members: 20, perDay: 13 });
    for (let times = 0; times < 3; times += 1) await Promise.all([round(portal), round(portal)]);
    expect(new Set(recipients()).size).toBe(13);
    expect(recipients()).toHaveLength(13);
  });

  it('come after an email about an account, which waits for few of them', async () => {
    const { portal, smtp, records, recipients } = await open(engine, { members: 30, perDay: 100 });
    const { deps } = portal;
    for (const _ of [1, 2]) await queue(portal);
    await requestReset(portal, records[0]?.email ?? '');
    await deps.background.idle();
    await deps.outbox.deliverDue();
    expect(recipients()).toHaveLength(11);
    const place = smtp.arrived.findIndex(({ mail }) => mail.subject?.startsWith('Reset your'));
    // Three are sent at once.
    expect(place).toBeGreaterThanOrEqual(0);
    expect(place).toBeLessThan(3);
  });

  it('can be stopped, continued, and tried again where they were given up', async () => {
    const many = { members: 14, perDay: 100 };
    const { portal, smtp, records, administrator, recipients } = await open(engine, many);
    smtp.mood = 'refuse';
    await round(portal);
    const choose = (stopped: boolean) => administrator.patch('/api/admin/results/emails', { stopped });
    const logged = () => latestSeq(portal.store.db, { kind: 'results-changed' });
    const before = await logged();
    expect(await choose(true)).toMatchObject({ status: 200, body: { emails: { stopped: 14, waiting: 0 } } });
    // Other open pages learn of it.
    expect(await logged()).toBeGreaterThan(before);
    smtp.mood = 'take';
    await wait(portal, 'the next try');
    await round(portal);
    expect(recipients()).toEqual([]);
    expect(await choose(false)).toMatchObject({ body: { emails: { stopped: 0, waiting: 14 } } });
    smtp.mood = 'refuse';
    await round(portal);
    await portal.store.db.updateTable('mail_outbox').set({ failedAt: new Date().toISOString() }).execute();
    expect(await emails(administrator)).toMatchObject({ failed: 10, waiting: 4 });
    await dropOldMailRows(portal.store.db, portal.deps.config, Date.now() + 1_000 * day);
    expect(await emails(administrator)).toMatchObject({ sent: 0, failed: 10, waiting: 4 });
    smtp.mood = 'take';
    await choose(false);
    await round(portal, 3);
    expect(recipients()).toEqual(records.map(({ email }) => email).toSorted());
  });

  it('are not stopped while they are being sent, or somebody would get two', async () => {
    const { portal, administrator } = await open(engine, { members: 2, perDay: 100 });
    await queue(portal);
    const { db } = portal.store;
    const [first] = await db.selectFrom('mail_outbox').select('id').where('bulk', 'is not', null).execute();
    const claimed = db.updateTable('mail_outbox').where('id', '=', first?.id ?? '');
    await claimed.set({ claimedBy: 'another process' }).execute();
    const stopped = await administrator.patch('/api/admin/results/emails', { stopped: true });
    expect(stopped).toMatchObject({ body: { emails: { stopped: 1, waiting: 1 } } });
  });

  it('leave out who has left, and one that cannot be written keeps no other waiting', async () => {
    const { portal, records, administrator, recipients } = await open(engine, { members: 4, perDay: 100 });
    const [gone, broken] = records.map(({ uid }) => uid);
    await portal.store.transact((trx) => removeMember(trx, gone ?? '', 'sdc-admin'));
    await queue(portal, (uid) => (uid === broken ? Promise.reject(new Error('not writable')) : undefined));
    expect(portal.takeErrors()).toMatchObject([{ msg: 'email not written, to be tried again' }]);
    await portal.deps.outbox.deliverDue();
    expect(recipients()).toHaveLength(2);
    expect(await emails(administrator)).toMatchObject({ total: 3, sent: 2, waiting: 1 });
  });

  it('say the name only to an address that was confirmed, and are never refused a row by a limit', async () => {
    const { portal, smtp, records } = await open(engine, { members: 2, perDay: 100 });
    const [confirmed] = records;
    await confirmEmail(portal, confirmed?.uid ?? '');
    await round(portal);
    const texts = smtp.arrived.map(({ recipients: [to], mail }) => [to === confirmed?.email, mail.text]);
    for (const [isConfirmed, text] of texts) {
      expect(text).toContain('You’ve been selected');
      expect(String(text).includes('Asha Rao')).toBe(isConfirmed);
    }
  });
});
