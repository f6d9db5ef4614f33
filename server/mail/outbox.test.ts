import { expect, it } from 'vitest';
import { createLog } from '#server/log/log.ts';
import { takeClock } from '#tests/helpers/clock.ts';
import { describeEachEngine } from '#tests/helpers/engines.ts';
import {
  mail,
  openOutbox,
  openStores,
  scriptedParts,
  scriptedTransport,
  until,
} from '#tests/helpers/scripted-outbox.ts';
import { createOutbox } from './outbox.ts';

const hour = 60 * 60_000;

describeEachEngine('the outbox', (engine) => {
  it('sends a mail and removes its text', async () => {
    const { transport, sent } = scriptedTransport();
    const { store, outbox, rows, log } = await openOutbox(engine, { transport });
    await outbox.enqueue(store.db, mail('One\r\nBcc: two'));
    await outbox.deliverDue();
    await outbox.deliverDue();
    expect(sent).toMatchObject([{ ...mail('One Bcc: two') }]);
    expect(await rows()).toMatchObject([
      {
        state: 'sent',
        doneAt: '2026-09-01T10:00:00.000Z',
        text: null,
        html: null,
        attempts: 1,
        claimedUntil: null,
      },
    ]);
    expect(log()).toContain('"msg":"mail sent"');
    expect(log()).not.toMatch(/secret|asha/);
  });

  it('wakes up for a queued mail, and polls for those of other processes', async () => {
    const { transport, sent } = scriptedTransport();
    const { store, outbox } = await openOutbox(engine, { transport, pace: { look: 20 } });
    outbox.start();
    await outbox.enqueue(store.db, mail('woken'));
    outbox.wake();
    await until(() => expect(sent).toHaveLength(1));
    await outbox.enqueue(store.db, mail('found'));
    await until(() => expect(sent).toHaveLength(2));
  });

  it('stops after the mails that are being sent, and claims no others', async () => {
    const answered = Promise.withResolvers<void>();
    const { transport, sent } = scriptedTransport(() => answered.promise);
    const { store, outbox, rows } = await openOutbox(engine, { transport });
    await outbox.enqueue(store.db, mail('under way'));
    outbox.start();
    await until(async () => expect((await rows())[0]?.attempts).toBe(1));
    const stopped = outbox.stop();
    await outbox.enqueue(store.db, mail('too late'));
    outbox.wake();
    answered.resolve();
    await stopped;
    expect(sent.map(({ subject }) => subject)).toEqual(['under way']);
    expect(await rows()).toMatchObject([
      { subject: 'too late', state: 'waiting', attempts: 0 },
      { subject: 'under way', state: 'sent' },
    ]);
    expect(transport.close).toHaveBeenCalled();
  });
});

it('two processes send a mail once and immediately, whatever their clocks say', async () => {
  const clock = takeClock();
  const [one, other] = await openStores('postgres');
  const started = Promise.withResolvers<void>();
  const answered = Promise.withResolvers<void>();
  const slow = scriptedTransport(async () => {
    started.resolve();
    await answered.promise;
  });
  const quick = scriptedTransport();
  const log = createLog('silent');
  const behind = createOutbox({ ...scriptedParts(one), log, transport: slow.transport });
  const ahead = createOutbox({ ...scriptedParts(other), log, transport: quick.transport });
  clock.pass(hour);
  await ahead.enqueue(other.db, mail());
  clock.pass(-hour);
  const sending = behind.deliverDue();
  await started.promise;
  clock.pass(hour);
  await ahead.deliverDue();
  expect(quick.sent).toEqual([]);
  answered.resolve();
  await sending;
  expect(slow.sent).toHaveLength(1);
});
