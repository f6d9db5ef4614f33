import { mkdir, readFile, stat } from 'node:fs/promises';
import { DatabaseSync } from 'node:sqlite';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { describeEachEngine, freshDatabase, openTestStore, storeAt } from '#tests/helpers/engines.ts';
import { limitFileSize } from '#tests/helpers/file-limit.ts';
import { freePort } from '#tests/helpers/free-port.ts';
import { administer, databaseName } from '#tests/helpers/postgres-database.ts';
import { isUnavailable, isUniqueViolation, isUnwritable } from './database-errors.ts';
import { databaseFile } from './database-file.ts';
import { openStore, type Store } from './open.ts';

/** The kinds of fault that what `work` throws is taken for. */
async function faultOf(work: () => Promise<unknown>): Promise<string[]> {
  const thrown = await work().then(
    () => Promise.reject(new Error('nothing was thrown')),
    (error: unknown) => error,
  );
  return kindsOf(thrown);
}

function kindsOf(error: unknown): string[] {
  const kinds = { duplicate: isUniqueViolation, unavailable: isUnavailable, unwritable: isUnwritable };
  return Object.entries(kinds).flatMap(([kind, is]) => (is(error) ? [kind] : []));
}

function remember(store: Store, key: string): Promise<unknown> {
  return store.db.insertInto('rate_limits').values({ key, points: 1, expire: null }).execute();
}

describeEachEngine('faults', (engine) => {
  it('tell a duplicate value from other constraint violations', async () => {
    const store = await openTestStore(engine);
    await remember(store, 'a');
    expect(await faultOf(() => remember(store, 'a'))).toEqual(['duplicate']);
    const others = {
      check: sql`insert into test_node (id, message, timestamp) values (2, '', '')`,
      'not null': sql`insert into rate_limits (key) values ('b')`,
      'foreign key': sql`insert into session (id, "expiresAt", token, "createdAt", "updatedAt", "userId")
        values ('s', '2026-01-01', 't', '2026-01-01', '2026-01-01', 'nobody')`,
      syntax: sql`selekt`,
    };
    for (const [name, statement] of Object.entries(others))
      expect(await faultOf(() => statement.execute(store.db)), name).toEqual([]);
    for (const error of [new Error('x'), 'x', null, undefined]) expect(kindsOf(error)).toEqual([]);
  });

  it('recognise a violated unique index, such as that of e-mail addresses', async () => {
    const store = await openTestStore(engine);
    const now = new Date();
    const user = { name: '', email: 'a@b.co', emailVerified: false, createdAt: now, updatedAt: now };
    const insert = (id: string) =>
      store.db
        .insertInto('user')
        .values({ id, ...user })
        .execute();
    await insert('u1');
    expect(await faultOf(() => insert('u2'))).toEqual(['duplicate']);
  });
});

describe('an unusable SQLite file is recognised when it', () => {
  it('is locked by another process', async () => {
    const place = await freshDatabase('sqlite');
    const store = storeAt({ ...place, lockTimeout: 10 });
    const other = new DatabaseSync(databaseFile(place.dataDir));
    other.exec('begin immediate');
    const fault = await faultOf(() => store.transact((trx) => remember({ ...store, db: trx }, 'a')));
    other.exec('rollback');
    other.close();
    expect(fault).toEqual(['unavailable']);
    await remember(store, 'a');
  });

  it('is read-only', async () => {
    const store = await openTestStore('sqlite');
    await sql`pragma query_only = on`.execute(store.db);
    expect(await faultOf(() => remember(store, 'a'))).toEqual(['unavailable', 'unwritable']);
  });

  it.each([
    ['went read-only', () => 0],
    ['fills up during a write', (log: number) => log + 100],
  ])('is on a disk that %s', async (_name, limit) => {
    const place = await freshDatabase('sqlite');
    const store = storeAt(place);
    await remember(store, 'a');
    const { size } = await stat(`${databaseFile(place.dataDir)}-wal`);
    const restore = await limitFileSize(process.pid, limit(size));
    const fault = await faultOf(() => remember(store, 'b')).finally(restore);
    expect(fault).toEqual(['unavailable', 'unwritable']);
    await remember(store, 'b');
  });

  it('is full', async () => {
    const store = await openTestStore('sqlite');
    const { rows } = await sql<{ page_count: number }>`pragma page_count`.execute(store.db);
    await sql`pragma max_page_count = ${sql.lit(rows[0]?.page_count)}`.execute(store.db);
    const fault = await faultOf(() => remember(store, 'x'.repeat(100_000)));
    expect(fault).toEqual(['unavailable', 'unwritable']);
  });

  it('cannot be opened', async () => {
    const { dataDir } = await freshDatabase('sqlite', 'empty');
    await mkdir(databaseFile(dataDir));
    expect(await faultOf(async () => openStore({ dataDir }))).toEqual(['unavailable']);
  });
});

describe('an unusable PostgreSQL server is recognised when it', () => {
  it('is not running', async () => {
    const databaseUrl = `postgres://nobody:pw@127.0.0.1:${await freePort()}/none`;
    const store = storeAt({ dataDir: '', databaseUrl });
    expect(await faultOf(() => remember(store, 'a'))).toEqual(['unavailable']);
  });

  it('has no socket file, as opposed to any other missing file', async () => {
    const store = storeAt({ dataDir: '', databaseUrl: 'postgres://u:pw@%2Fno%2Fsuch%2Ffolder/portal' });
    expect(await faultOf(() => remember(store, 'a'))).toEqual(['unavailable']);
    expect(await faultOf(() => readFile('/no/such/file'))).toEqual([]);
  });

  it('closes the connection during a statement', async () => {
    const place = await freshDatabase('postgres');
    const lost: Error[] = [];
    const store = storeAt({ ...place, onConnectionError: (error) => lost.push(error) });
    const fault = await faultOf(() =>
      store.transact(async (trx) => {
        const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(trx);
        await administer(place.databaseUrl ?? '', `select pg_terminate_backend(${rows[0]?.pid})`);
        await sql`select pg_sleep(5)`.execute(trx);
      }),
    );
    expect(fault).toEqual(['unavailable']);
    expect(lost.length).toBeGreaterThan(0);
    // The pool opens a new connection.
    await remember(store, 'a');
  });

  it('exceeds the time-out of a statement or a lock', async () => {
    const store = await openTestStore('postgres');
    const slow = await faultOf(() =>
      store.transact(async (trx) => {
        await sql`set local statement_timeout = 20`.execute(trx);
        await sql`select pg_sleep(5)`.execute(trx);
      }),
    );
    expect(slow).toEqual(['unavailable']);

    const locked = await faultOf(() =>
      store.transact(async (first) => {
        await sql`lock table rate_limits`.execute(first);
        await store.transact(async (second) => {
          await sql`set local lock_timeout = 20`.execute(second);
          await sql`select * from rate_limits`.execute(second);
        });
      }),
    );
    expect(locked).toEqual(['unavailable']);
  });

  it('is read-only', async () => {
    const store = await openTestStore('postgres');
    const fault = await faultOf(() =>
      store.transact(async (trx) => {
        await sql`set transaction read only`.execute(trx);
        await remember({ ...store, db: trx }, 'a');
      }),
    );
    expect(fault).toEqual(['unavailable', 'unwritable']);
  });

  it('has no connections left', async () => {
    const { databaseUrl = '' } = await freshDatabase('postgres');
    const role = `crowd_${databaseName(databaseUrl)}`;
    await administer(databaseUrl, `create role ${role} login password 'pw' connection limit 1`);
    const url = new URL(databaseUrl);
    url.username = role;
    url.password = 'pw';
    const one = await openStore({ dataDir: '', databaseUrl: url.href });
    const other = await openStore({ dataDir: '', databaseUrl: url.href });
    await sql`select 1`.execute(one.db);
    const fault = await faultOf(() => sql`select 1`.execute(other.db));
    await one.close();
    await other.close();
    await administer(databaseUrl, `drop role ${role}`);
    expect(fault).toEqual(['unavailable']);
  });
});
