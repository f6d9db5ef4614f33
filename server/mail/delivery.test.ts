import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { KyselyPlugin } from 'kysely';
import { expect, it } from 'vitest';
import { createLog } from '#server/log/log.ts';
import type { Db } from '#server/store/open.ts';
import { describeEachEngine } from '#tests/helpers/engines.ts';
import { newFolder } from '#tests/helpers/scratch.ts';
import {
  mail,
  openOutbox,
  openStores,
  scriptedParts,
  scriptedTransport,
  until,
  untilAborted,
} from '#tests/helpers/scripted-outbox.ts';
import { createOutbox } from './outbox.ts';
import { claim } from './outbox-store.ts';
import type { MailTransport } from './transports.ts';

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;

describeEachEngine('the delivery of mails', (engine) => {
  it('retries after longer and longer pauses, for a day, and then gives up', async () => {
    const { transport, sent } = scriptedTransport(() => {
      // With characters that no database takes.
      throw new Error('refused by\u0000\u0007\nthe server');
    });
    const { store, outbox, clock, rows, log } = await openOutbox(engine, { transport });
    const start = clock.now;
    await outbox.enqueue(store.db, mail());
    const tries: number[] = [];
    for (;;) {
      await outbox.deliverDue();
      const row = (await rows())[0];
      if (!row) throw new Error('the mail is gone');
      tries.push(clock.now - start);
      if (row.doneAt) break;
      expect(row).toMatchObject({
        text: 'secret link',
        lastError: 'refused by the server',
        state: 'waiting',
      });
      clock.now = Date.parse(row.dueAt) - 1;
      await outbox.deliverDue();
      expect((await rows())[0]?.attempts).toBe(tries.length);
      clock.now += 1;
    }
    expect(tries.slice(0, 5)).toEqual([0, 0.5, 1.5, 3.5, 7.5].map((minutes) => minutes * minute));
    expect(Math.max(...tries)).toBeGreaterThan(22 * hour);
    expect(Math.max(...tries)).toBeLessThanOrEqual(24 * hour);
    expect(await rows()).toMatchObject([{ text: null, html: null, lastError: 'refused by the server' }]);
    expect(log()).toContain('"msg":"mail failed"');
    expect(sent).toEqual([]);
  });

  it('keeps no file of a mail whose member was removed while it was being written', async () => {
    const folder = await newFolder();
    let remove = async () => {};
    const transport: MailTransport = {
      async send({ id }) {
        const file = join(folder, `${id}.eml`);
        await writeFile(file, 'secret link');
        await remove();
        return { file };
      },
      close() {},
    };
    const { store, outbox } = await openOutbox(engine, { transport });
    remove = async () => void (await store.db.deleteFrom('mail_outbox').execute());
    await outbox.enqueue(store.db, mail());
    await outbox.deliverDue();
    expect(await readdir(folder)).toEqual([]);
    remove = async () => {};
    await outbox.enqueue(store.db, mail());
    await outbox.deliverDue();
    expect(await readdir(folder)).toHaveLength(1);
  });

  it('puts off a mail that it cannot even claim, and tries it again later', async () => {
    const { transport, sent } = scriptedTransport();
    const bad = 'cannot be claimed';
    let broken = true;
    const failing: KyselyPlugin = {
      transformQuery({ node }) {
        // Claiming is the one update that returns the row.
        const claims = node.kind === 'UpdateQueryNode' && 'returning' in node && node.returning;
        if (broken && claims && JSON.stringify(node).includes(bad)) throw new Error('not claimable');
        return node;
      },
      transformResult: async ({ result }) => result,
    };
    const wrapDb = (db: Db) => db.withPlugin(failing);
    const { store, outbox, clock, log } = await openOutbox(engine, { transport, wrapDb });
    for (const subject of ['one', bad, 'two']) await outbox.enqueue(store.db, mail(subject));
    await store.db.updateTable('mail_outbox').set({ id: bad }).where('subject', '=', bad).execute();
    await outbox.deliverDue();
    expect(sent.map(({ subject }) => subject).toSorted()).toEqual(['one', 'two']);
    expect(log()).toContain('mail put off');
    broken = false;
    await outbox.deliverDue();
    expect(sent).toHaveLength(2);
    clock.now += 30 * second;
    await outbox.deliverDue();
    expect(sent.at(-1)?.subject).toBe(bad);
  });

  it('is shared by two processes without sending a mail twice', async () => {
    const stores = await openStores(engine);
    const [{ db }] = stores;
    const seen = new Set<string>();
    const { transport, sent } = scriptedTransport(async ({ subject }) => {
      // A refused mail waits for its next try. Accepted again and again, it would keep this test from ever ending.
      if (seen.has(subject)) throw new Error(`sent twice: ${subject}`);
      seen.add(subject);
      await wait(1);
    });
    const log = createLog('silent');
    const outboxes = stores.map((store) => createOutbox({ ...scriptedParts(store), transport, log }));
    for (let index = 0; index < 120; index += 1) await outboxes[0]?.enqueue(db, mail(`${index}`));
    await Promise.all(outboxes.map((outbox) => outbox.deliverDue()));
    await outboxes[0]?.deliverDue();
    expect(sent).toHaveLength(120);
    const stored = await db.selectFrom('mail_outbox').select('lastError').execute();
    expect(new Set(stored.map(({ lastError }) => lastError))).toEqual(new Set([null]));
  });

  it('takes over the mails of a dead process once its claim has expired', async () => {
    const { transport, sent } = scriptedTransport();
    const { store, outbox, clock, rows } = await openOutbox(engine, { transport });
    await outbox.enqueue(store.db, mail());
    const id = (await rows())[0]?.id ?? '';
    await claim(store.db, id, { now: clock.now, until: clock.now + 20 * second });
    clock.now += 20 * second;
    await outbox.deliverDue();
    expect(sent).toEqual([]);
    clock.now += 1;
    await outbox.deliverDue();
    expect(sent).toHaveLength(1);
    expect(await rows()).toMatchObject([{ attempts: 2 }]);
  });

  it('keeps its claim on a mail for longer than sending may take', async () => {
    const [first, second] = await openStores(engine);
    const slow = scriptedTransport((_, signal) => untilAborted(signal));
    const other = scriptedTransport();
    const log = createLog('silent');
    const begun = Date.parse('2026-09-01T10:00:00Z');
    const send = 300;
    const outbox = (store: typeof first, { transport }: typeof slow, now: number) =>
      createOutbox({ ...scriptedParts(store), transport, log, pace: { send }, now: () => now });
    const sender = outbox(first, slow, begun);
    await sender.enqueue(first.db, mail());
    const delivery = sender.deliverDue();
    await until(async () => {
      const row = await first.db.selectFrom('mail_outbox').select('claimedUntil').executeTakeFirst();
      expect(row?.claimedUntil).toBeTruthy();
    });
    await outbox(second, other, begun + send + 1).deliverDue();
    await delivery;
    expect(other.sent).toHaveLength(0);
  });

  it('aborts a mail that a slow server drags out, and retries it later', async () => {
    const { transport } = scriptedTransport((_, signal) => untilAborted(signal));
    const { store, outbox, rows } = await openOutbox(engine, { transport, pace: { send: 50 } });
    await outbox.enqueue(store.db, mail());
    await outbox.deliverDue();
    expect(await rows()).toMatchObject([
      { state: 'waiting', dueAt: '2026-09-01T10:00:30.000Z', lastError: expect.stringContaining('timeout') },
    ]);
  });

  it('does not send a mail again if the database was away when it was sent', async () => {
    const { transport, sent } = scriptedTransport();
    let away = false;
    let refused = 0;
    const wrapDb = (db: Db) =>
      new Proxy(db, {
        get(target, name) {
          if (name === 'updateTable' && away) {
            refused += 1;
            away = refused < 3;
            throw new Error('the database is away');
          }
          const value: unknown = Reflect.get(target, name, target);
          return typeof value === 'function' ? value.bind(target) : value;
        },
      });
    const send: MailTransport['send'] = async (outgoing, signal) => {
      const where = await transport.send(outgoing, signal);
      away = true;
      return where;
    };
    const parts = { transport: { ...transport, send }, wrapDb };
    const { store, outbox, log } = await openOutbox(engine, parts);
    await outbox.enqueue(store.db, mail());
    await outbox.deliverDue();
    await outbox.deliverDue();
    expect(sent).toHaveLength(1);
    expect(refused).toBe(3);
    expect(log()).toContain('sent mail could not be stored');
  });
});
