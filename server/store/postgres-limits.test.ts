import { connect, createServer, type Socket } from 'node:net';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { type ChangeEvent, lookAgain } from '#domain/live-events.ts';
import { isUnavailable } from '#server/store/database-errors.ts';
import type { Db, Store } from '#server/store/open.ts';
import { cleanUpAfterwards } from '#tests/helpers/clean-up.ts';
import { freshDatabase, storeAt } from '#tests/helpers/engines.ts';
import { listening } from '#tests/helpers/listen.ts';

/**
 * A TCP proxy that can stop forwarding without closing a connection, as a vanished host does. It forwards to a port on
 * loopback until the test, or otherwise its file, ends.
 */
async function startFreezingProxy(target: number) {
  const sockets = new Set<Socket>();
  let frozen = false;
  function track(socket: Socket): Socket {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket)).on('error', () => {});
    return socket;
  }
  function closeAll(): void {
    for (const socket of sockets) socket.destroy();
  }
  const server = createServer((incoming) => {
    track(incoming);
    if (frozen) return;
    const outgoing = track(connect(target, '127.0.0.1'));
    incoming.on('close', () => outgoing.destroy()).on('data', (data) => frozen || outgoing.write(data));
    outgoing.on('close', () => incoming.destroy()).on('data', (data) => frozen || incoming.write(data));
  });
  const port = await listening(server);
  cleanUpAfterwards(async () => closeAll());
  return {
    port,
    /** From now on nothing passes, and new connections stay without a response. */
    freeze() {
      frozen = true;
    },
    /** Closes what was frozen; new connections pass again. */
    thaw() {
      frozen = false;
      closeAll();
    },
  };
}

/** Shorter than the default, so that a test does not wait for 20 s. */
const silence = 1_000;

async function storeBehindProxy() {
  const { databaseUrl = '' } = await freshDatabase('postgres');
  const url = new URL(databaseUrl);
  const proxy = await startFreezingProxy(Number(url.port));
  const direct = storeAt({ dataDir: '', databaseUrl });
  url.port = String(proxy.port);
  const store = storeAt({ dataDir: '', databaseUrl: url.href, silence });
  return { store, direct, proxy };
}

async function settingsOf(db: Db): Promise<unknown> {
  const { rows } = await sql`select current_setting('statement_timeout') as statement,
    current_setting('lock_timeout') as lock,
    current_setting('idle_in_transaction_session_timeout') as idle`.execute(db);
  return rows[0];
}

async function appendChange(store: Store): Promise<void> {
  const at = '2026-09-01T09:30:00.000Z';
  await store.transact((trx) =>
    trx.changes.append({ uid: 'a', actor: 'a', kind: 'registered', at, fields: {} }),
  );
}

async function expectGivenUp(query: () => Promise<unknown>): Promise<void> {
  const started = performance.now();
  const error: unknown = await query().catch((thrown: unknown) => thrown);
  expect(isUnavailable(error)).toBe(true);
  expect(performance.now() - started).toBeLessThan(15_000);
}

it('the server ends slow statements, waits for a lock, and idle transactions of requests, but not of an upgrade', async () => {
  const store = storeAt(await freshDatabase('postgres'));
  const ofRequests = { statement: '15s', lock: '2500ms', idle: '15s' };
  const unlimited = { statement: '0', lock: '1h', idle: '0' };
  expect(await store.transact((trx) => settingsOf(trx))).toEqual(ofRequests);
  for (const open of [store.exclusiveTransaction, store.snapshot])
    expect(await open((trx) => settingsOf(trx))).toEqual(unlimited);
  expect(await settingsOf(store.db)).toEqual(ofRequests);
});

it('a server that vanishes during a statement is given up, and used again when it is back', async () => {
  const { store, proxy } = await storeBehindProxy();
  await sql`select 1`.execute(store.db);
  proxy.freeze();
  await expectGivenUp(() => sql`select 1`.execute(store.db));
  await expectGivenUp(() => store.transact((trx) => sql`select 1`.execute(trx)));
  proxy.thaw();
  await sql`select 1`.execute(store.db);
});

it('work without time-outs may be silent for longer', async () => {
  const { store } = await storeBehindProxy();
  const slow = sql`select pg_sleep(${(1.5 * silence) / 1_000})`;
  await store.exclusiveTransaction((trx) => slow.execute(trx));
  await store.snapshot((trx) => slow.execute(trx));
  await expect(slow.execute(store.db)).rejects.toThrow('the database sent nothing for 1000 ms');
});

it('a connection attempt without a response ends', async () => {
  const { store, proxy } = await storeBehindProxy();
  proxy.freeze();
  await expectGivenUp(() => sql`select 1`.execute(store.db));
});

it('a listening connection that went dead is replaced, and pages look again', async () => {
  const { store, direct, proxy } = await storeBehindProxy();
  const events: ChangeEvent[] = [];
  await store.watchChanges((event) => events.push(event));
  proxy.freeze();
  // Nobody notifies this process of the change, which is there when it can read again.
  await appendChange(direct);
  await new Promise((resolve) => setTimeout(resolve, 3 * silence));
  proxy.thaw();
  await expect.poll(() => events.at(-1)).toEqual(lookAgain);
  await appendChange(direct);
  await expect.poll(() => events.at(-1)).toEqual({ topic: 'record', uid: 'a' });
});
