import { expect, it } from 'vitest';
import type { BulkProgress, MailForecast } from '#domain/bulk-mail.ts';
import type { GroupMessage, GroupMessagesPage } from '#domain/group-messages.ts';
import { latestSeq } from '#server/changes/change-log.ts';
import type { TestApp } from '#tests/helpers/app.ts';
import { describeEachEngine, type TestEngine } from '#tests/helpers/engines.ts';
import { requestReset } from '#tests/helpers/passwords.ts';
import { addSelected, releaseNow, resultsOf } from '#tests/helpers/results.ts';
import { openWithSmtp } from '#tests/helpers/smtp-portal.ts';
import { unpark } from './parking.ts';
import { dropOldMailRows } from './retention.ts';

const day = 24 * 60 * 60_000;

async function open(engine: TestEngine, { members, perDay }: { members: number; perDay: number }) {
  const { smtp, portal } = await openWithSmtp(engine, { env: { BULK_MAIL_PER_DAY: String(perDay) } });
  const { records, administrator } = await addSelected(portal, members);
  expect((await releaseNow(administrator)).status).toBe(200);
  const recipients = () => smtp.arrived.flatMap((mail) => mail.recipients).toSorted();
  /** Tries to send what may be sent. */
  const round = () => portal.deps.outbox.deliverDue();
  return { smtp, portal, records, administrator, recipients, round };
}

/** Makes it later for what was sent, or for what waits to be tried again. */
async function wait({ store }: TestApp, what: 'a day' | '20 hours' | 'the next try'): Promise<void> {
  const before = new Date(Date.now() - (what === '20 hours' ? (day * 20) / 24 : day + 60_000)).toISOString();
  const outbox = store.db.updateTable('mail_outbox');
  if (what !== 'the next try') await outbox.set({ doneAt: before }).where('state', '=', 'sent').execute();
  else {
    await unpark(store.db);
    await outbox.set({ dueAt: before }).where('state', '=', 'waiting').execute();
  }
}

const emails = async (administrator: Parameters<typeof resultsOf>[0]): Promise<BulkProgress> =>
  (await resultsOf(administrator)).emails;

describeEachEngine('bulk emails', (engine) => {
  it('are sent to each once, at most so many within a day, with the expected end', async () => {
    const { portal, records, administrator, recipients, round } = await open(engine, {
      members: 27,
      perDay: 12,
    });
    const expected = async () => {
      const end = (await emails(administrator)).expectedEnd;
      return end === null ? null : Math.round((Date.parse(end) - Date.now()) / day);
    };
    expect(await expected()).toBe(2);
    await round();
    expect(recipients()).toHaveLength(12);
    expect(await emails(administrator)).toMatchObject({ total: 27, sent: 12, waiting: 15, failed: 0 });
    expect(await expected()).toBe(2);
    await wait(portal, '20 hours');
    expect(await expected()).toBe(1);
    await wait(portal, 'a day');
    await round();
    expect(recipients()).toHaveLength(24);
    expect(await expected()).toBe(1);
    await wait(portal, 'a day');
    await round();
    expect(recipients()).toEqual(records.map(({ email }) => email).toSorted());
    expect(await emails(administrator)).toMatchObject({ sent: 27, waiting: 0, expectedEnd: null });
  });

  it('are foretold with what goes before them, at the pace of the day', async () => {
    const { administrator, round } = await open(engine, { members: 27, perDay: 12 });
    const message = { text: 'Hello.', filter: {}, email: true };
    const { id } = (await administrator.post('/api/admin/messages', message)).body as GroupMessage;
    await round();
    const forecast = async (query: string) => {
      const { body } = await administrator.get(`/api/admin/mail-forecast?${query}`);
      const { expectedEnd, ...others } = body as MailForecast;
      return { ...others, days: expectedEnd && Math.round((Date.parse(expectedEnd) - Date.now()) / day) };
    };
    const now = { perDay: 12, sendsMail: true, parked: false };
    expect(await forecast('lane=message&mails=5')).toEqual({
      ...{ ...now, before: { results: 15, messages: 27 }, days: 4 },
    });
    // Results do not wait for messages.
    expect(await forecast('lane=result&mails=5')).toEqual({
      ...{ ...now, before: { results: 15, messages: 0 }, days: 2 },
    });
    expect(await forecast('lane=result&mails=0')).toMatchObject({ days: null });
    expect((await administrator.get('/api/admin/mail-forecast?lane=account&mails=5')).status).toBe(400);
    // A message says the same of itself once it is sent.
    const { messages } = (await administrator.get('/api/admin/messages')).body as GroupMessagesPage;
    const { expectedEnd } = messages.find((sent) => sent.id === id)?.emails ?? {};
    expect(Math.round((Date.parse(expectedEnd ?? '') - Date.now()) / day)).toBe(4);
  });

  it('count towards the day’s number although their rows could be removed for space', async () => {
    const { portal, recipients, round } = await open(engine, { members: 12, perDay: 5 });
    await round();
    expect(recipients()).toHaveLength(5);
    const room = { ...portal.deps.config, mailKeepMegabytes: 0.001 };
    await dropOldMailRows(portal.store.db, room, Date.now());
    await round();
    expect(recipients()).toHaveLength(5);
  });

  it('never take two processes past the day’s number, or to one recipient twice', async () => {
    const { round, recipients } = await open(engine, { members: 20, perDay: 13 });
    await Promise.all([round(), round(), round()]);
    expect(new Set(recipients()).size).toBe(13);
    expect(recipients()).toHaveLength(13);
  });

  it('come after an email about an account, and those about results before messages', async () => {
    const { portal, smtp, records, administrator, round } = await open(engine, { members: 30, perDay: 100 });
    const { deps, store } = portal;
    await administrator.post('/api/admin/messages', { text: 'Hello.', filter: {}, email: true });
    await store.db.updateTable('mail_outbox').set({ dueAt: '2026' }).where('lane', '=', 3).execute();
    let asked: Promise<unknown> | undefined;
    smtp.refuses = () => {
      asked ??= requestReset(portal, records[0]?.email ?? '').then(() => deps.background.idle());
      return undefined;
    };
    const delivery = round();
    await delivery;
    await asked;
    await round();
    const kinds = smtp.arrived.map(({ mail }) => mail.subject?.split(' ', 1)[0]);
    expect(kinds.filter((kind) => kind !== 'Reset')).toEqual([
      ...Array(30).fill('You’re'),
      ...Array(30).fill('A'),
    ]);
    expect(kinds).toContain('Reset');
  });

  it('can be stopped, continued, and tried again where they were given up', async () => {
    const many = { members: 14, perDay: 100 };
    const { portal, smtp, records, administrator, recipients, round } = await open(engine, many);
    smtp.refuses = () => '450 4.2.0 Try again later';
    await round();
    const choose = (stopped: boolean) => administrator.patch('/api/admin/results/emails', { stopped });
    const logged = () => latestSeq(portal.store.db, { kind: 'results-changed' });
    const before = await logged();
    expect(await choose(true)).toMatchObject({ status: 200, body: { emails: { stopped: 14, waiting: 0 } } });
    // Other open pages learn of it.
    expect(await logged()).toBeGreaterThan(before);
    smtp.refuses = () => undefined;
    await wait(portal, 'the next try');
    await round();
    expect(recipients()).toEqual([]);
    expect(await choose(false)).toMatchObject({ body: { emails: { stopped: 0, waiting: 14 } } });
    const { db } = portal.store;
    await db.updateTable('mail_outbox').set({ state: 'failed', doneAt: new Date().toISOString() }).execute();
    expect(await emails(administrator)).toMatchObject({ failed: 14, givenUp: 14, waiting: 0 });
    await dropOldMailRows(db, portal.deps.config, Date.now() + 1_000 * day);
    expect(await emails(administrator)).toMatchObject({ sent: 0, failed: 14, waiting: 0 });
    await choose(false);
    await round();
    expect(recipients()).toEqual(records.map(({ email }) => email).toSorted());
  });
});
