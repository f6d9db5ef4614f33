import { sql } from 'kysely';
import { expect, it, vi } from 'vitest';
import { describeEachEngine, openTestStore } from '#tests/helpers/engines.ts';
import { isUnavailable } from './database-errors.ts';
import type { Store, Trx } from './open.ts';

const at = '2026-09-01T10:00:00.000Z';

/** Writes a row to a table without references, so that tests do not disturb each other. */
async function write(trx: Trx, text: string): Promise<string> {
  const change = { uid: text, actor: text, kind: 'registered', at, fields: '{}' };
  await trx.insertInto('changes').values(change).execute();
  return text;
}

async function written(store: Store): Promise<string[]> {
  const rows = await store.db.selectFrom('changes').select('uid').orderBy('uid').execute();
  return rows.map(({ uid }) => uid);
}

function fulfilled(outcomes: readonly PromiseSettledResult<string>[]): string[] {
  return outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : [])).sort();
}

describeEachEngine('transactions that come together', (engine) => {
  it('are atomic individually', async () => {
    const store = await openTestStore(engine);
    const refused = new Error('refused');
    const outcomes = await Promise.allSettled(
      Array.from({ length: 60 }, (_, index) =>
        store.change(async (trx) => {
          await write(trx, `${index} first`);
          if (index % 3 === 1) throw refused;
          return write(trx, `${index} second`);
        }),
      ),
    );
    const kept = Array.from({ length: 60 }, (_, index) => index).filter((index) => index % 3 !== 1);
    expect(fulfilled(outcomes)).toEqual(kept.map((index) => `${index} second`).sort());
    expect(await written(store)).toEqual(
      kept.flatMap((index) => [`${index} first`, `${index} second`]).sort(),
    );
    for (const outcome of outcomes) {
      if (outcome.status === 'rejected') expect(outcome.reason).toBe(refused);
    }
  });

  it('see what earlier ones in the group wrote', async () => {
    const store = await openTestStore(engine);
    const counts = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        store.change(async (trx) => {
          await trx.changes.lock();
          await write(trx, String(index));
          const { rows } = await sql<{ rows: number }>`select count(*) as rows from changes`.execute(trx);
          return Number(rows[0]?.rows);
        }),
      ),
    );
    expect(counts.sort((a, b) => a - b)).toEqual(Array.from({ length: 20 }, (_, index) => index + 1));
  });
});

it('share one transaction on PostgreSQL, which runs again after a conflict', async () => {
  const store = await openTestStore('postgres');
  let runs = 0;
  const transactions = await Promise.all(
    Array.from({ length: 20 }, (_, index) =>
      store.change(async (trx) => {
        await write(trx, String(index));
        runs += 1;
        if (runs === 10) throw Object.assign(new Error('deadlock detected'), { code: '40P01' });
        const { rows } = await sql<{ id: string }>`select pg_current_xact_id()::text as id`.execute(trx);
        return rows[0]?.id;
      }),
    ),
  );
  expect(new Set(transactions).size).toBe(1);
  expect(runs).toBe(30);
  expect(await written(store)).toHaveLength(20);
});

it('fail together when PostgreSQL has waited for a lock in vain, instead of one after the other', async () => {
  const store = await openTestStore('postgres');
  const locked = Promise.withResolvers<void>();
  const release = Promise.withResolvers<void>();
  const holder = store.transact(async (trx) => {
    await sql`lock table changes in exclusive mode`.execute(trx);
    locked.resolve();
    await release.promise;
  });
  await locked.promise;
  let runs = 0;
  const started = Promise.withResolvers<void>();
  const blocked = async (trx: Trx) => {
    runs += 1;
    started.resolve();
    return write(trx, 'blocked');
  };
  const together = [store.change(blocked), store.change(blocked)];
  await started.promise;
  const outcomes = await Promise.allSettled([...together, store.change(blocked)]);
  for (const outcome of outcomes) {
    expect(outcome.status === 'rejected' && isUnavailable(outcome.reason)).toBe(true);
  }
  expect(runs).toBe(1);
  release.resolve();
  await holder;
  await store.change((trx) => write(trx, 'later'));
  expect(await written(store)).toEqual(['later']);
});

it('share one commit on SQLite', async () => {
  const store = await openTestStore('sqlite');
  const committed = vi.fn();
  await store.watchChanges(committed);
  await Promise.all(
    Array.from({ length: 30 }, (_, index) =>
      store.transact(async (trx) => {
        const actor = String(index);
        await trx.changes.append({ uid: 'a', actor, kind: 'registered', at, fields: {} });
      }),
    ),
  );
  expect(await written(store)).toHaveLength(30);
  expect(committed).toHaveBeenCalledTimes(1);
});

it('all fail if the shared commit fails', async () => {
  const store = await openTestStore('sqlite');
  const outcomes = await Promise.allSettled([
    store.transact((trx) => write(trx, 'before')),
    store.transact(async (trx) => {
      // A deferred foreign key makes the commit fail, not the insert.
      await sql`pragma defer_foreign_keys = on`.execute(trx);
      await sql`insert into session (id, "userId", "createdAt", "updatedAt", "expiresAt")
        values ('s', 'nobody', ${at}, ${at}, ${at})`.execute(trx);
      return 'reference';
    }),
    store.transact((trx) => write(trx, 'after')),
  ]);
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
  expect(await written(store)).toEqual([]);
  await store.transact((trx) => write(trx, 'later'));
  expect(await written(store)).toEqual(['later']);
});

it('fail when the disk is full', async () => {
  const store = await openTestStore('sqlite');
  const { rows } = await sql<{ page_count: number }>`pragma page_count`.execute(store.db);
  await sql`pragma max_page_count = ${sql.raw(String((rows[0]?.page_count ?? 0) + 4))}`.execute(store.db);
  const outcomes = await Promise.allSettled(
    Array.from({ length: 8 }, (_, index) =>
      store.transact(async (trx) => {
        await write(trx, `${index}${'x'.repeat(index % 2 ? 10_000 : 10)}`);
        return write(trx, `${index} end`);
      }),
    ),
  );
  const ends = (await written(store)).filter((text) => text.endsWith(' end'));
  expect(fulfilled(outcomes)).toEqual(ends);
  const faults = outcomes.filter((outcome) => outcome.status === 'rejected');
  expect(faults.length).toBeGreaterThan(0);
  for (const { reason } of faults) expect(isUnavailable(reason)).toBe(true);
  expect(await written(store)).toHaveLength(ends.length * 2);

  await sql`pragma max_page_count = 1000000`.execute(store.db);
  await store.transact((trx) => write(trx, 'room again'));
  expect(await written(store)).toContain('room again');
});
