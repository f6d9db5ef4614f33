import { expect, it } from 'vitest';
import type { GroupMessage } from '#domain/group-messages.ts';
import { mailComposers } from '#server/compose.ts';
import { openTestApp, signInAdministrator } from '#tests/helpers/app.ts';
import { describeEachEngine, type TestEngine } from '#tests/helpers/engines.ts';
import { addRecords, newRecord } from '#tests/helpers/made-records.ts';
import { correct, decide, planCorrection, releaseNow, resultsOf } from '#tests/helpers/results.ts';
import { scriptedTransport } from '#tests/helpers/scripted-outbox.ts';
import { createOutbox } from './outbox.ts';
import type { OutgoingMail } from './transports.ts';

const minute = 60_000;
const uid = 'asha';

/** A portal whose mails are held by the test's mail server until it answers. */
async function open(engine: TestEngine) {
  const portal = await openTestApp(engine);
  await addRecords(portal.store, [newRecord({ uid })]);
  await portal.store.db.updateTable('user').set({ emailVerified: true }).execute();
  const administrator = await signInAdministrator(portal);
  const held: { mail: OutgoingMail; take: () => void; refuse: (error: Error) => void }[] = [];
  const { transport, sent } = scriptedTransport(
    (mail) => new Promise((take, refuse) => held.push({ mail, take, refuse })),
  );
  let ahead = 0;
  const { log, store, config, content } = portal.deps;
  const outbox = createOutbox({
    ...{ store, log, transport, bulkPerDay: () => config.bulkMailPerDay },
    composers: mailComposers(config, content),
    now: () => Date.now() + ahead,
  });
  /** Starts to send what is due, until the mail server has one. */
  async function fly() {
    const before = held.length;
    const delivery = outbox.deliverDue();
    await expect.poll(() => held.length).toBeGreaterThan(before);
    const flight = held.at(-1) ?? expect.fail('nothing was sent');
    return {
      ...flight,
      async land(outcome: 'take' | 'refuse') {
        if (outcome === 'take') flight.take();
        else flight.refuse(Object.assign(new Error('later'), { code: 'EMESSAGE', responseCode: 451 }));
        await delivery;
      },
    };
  }
  function later(): void {
    ahead += 10 * minute;
  }
  return { portal, administrator, sent, held, fly, outbox, later };
}

describeEachEngine('a mail that is being sent', (engine) => {
  it.each(['take', 'refuse'] as const)(
    'when its result is corrected is followed by the correction alone, if the mail server would %s it',
    async (outcome) => {
      const { portal, administrator, sent, held, fly, outbox, later } = await open(engine);
      await decide(administrator, [uid], 'selected');
      await releaseNow(administrator);
      const first = await fly();
      expect(first.mail.subject).toMatch(/^You’re in/);
      await correct(portal, administrator, uid, { outcome: 'not-selected' });
      // Nothing overtakes the mail that is under way.
      await outbox.deliverDue();
      expect(held).toHaveLength(1);
      await first.land(outcome);
      later();
      const second = await fly();
      await second.land('take');
      expect(second.mail.id).not.toBe(first.mail.id);
      expect(second.mail.subject).toMatch(/^Your result/);
      expect(second.mail.text).toContain('This replaces your earlier result.');
      later();
      await outbox.deliverDue();
      expect(sent.map(({ subject }) => subject?.slice(0, 6))).toEqual(
        outcome === 'take' ? ['You’re', 'Your r'] : ['Your r'],
      );
      expect((await resultsOf(administrator)).emails).toMatchObject({ sent: 1, waiting: 0, failed: 0 });
    },
  );

  it('waits while a correction of its result can be undone', async () => {
    const { administrator, held, fly, outbox, later } = await open(engine);
    await decide(administrator, [uid], 'selected');
    await releaseNow(administrator);
    await planCorrection(administrator, uid, { outcome: 'not-selected' });
    await outbox.deliverDue();
    expect(held).toEqual([]);
    expect((await resultsOf(administrator)).emails).toMatchObject({ sent: 0, waiting: 1 });
    await administrator.send('DELETE', `/api/admin/results/${uid}/correction`, { body: {} });
    later();
    const flight = await fly();
    expect(flight.mail.subject).toMatch(/^You’re in/);
    await flight.land('take');
  });

  it.each([
    ['the message is withdrawn', 'withdraw'],
    ['the emails are stopped', 'stop'],
    ['the message is corrected', 'correct'],
  ] as const)('is not tried again with the old text when %s', async (_case, change) => {
    const { administrator, held, fly, outbox, later } = await open(engine);
    const message = { text: 'Room A.', filter: {}, email: true };
    const { id } = (await administrator.post('/api/admin/messages', message)).body as GroupMessage;
    const flight = await fly();
    expect(flight.mail.text).toContain('Room A.');
    const path = `/api/admin/messages/${id}`;
    if (change === 'withdraw') await administrator.send('DELETE', path);
    if (change === 'stop') await administrator.patch(`${path}/emails`, { stopped: true });
    if (change === 'correct')
      await administrator.patch(path, { text: 'Room B.', shown: { text: 'Room A.' } });
    await flight.land('refuse');
    later();
    if (change === 'correct') {
      const again = await fly();
      expect(again.mail.text).toContain('Room B.');
      expect(again.mail.id).toBe(flight.mail.id);
      return again.land('take');
    }
    await outbox.deliverDue();
    expect(held).toHaveLength(1);
    const [sent] = ((await administrator.get('/api/admin/messages')).body as { messages: GroupMessage[] })
      .messages;
    expect(sent?.emails).toMatchObject({ total: 1, sent: 0, stopped: 1 });
    if (change === 'stop') {
      await administrator.patch(`${path}/emails`, { stopped: false });
      await (await fly()).land('take');
    }
  });
});
