import { execFileSync } from 'node:child_process';
import { linkSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Kysely, sql } from 'kysely';
import { expect, it } from 'vitest';
import { cleanUpAfterwards } from '#tests/helpers/clean-up.ts';
import { freshDatabase } from '#tests/helpers/engines.ts';
import { databaseFile } from './database-file.ts';
import { openStore } from './open.ts';
import { openSqliteFile } from './sqlite.ts';

interface Things {
  things: { id: number; name: string | null; more?: string };
}

const stored = [
  { id: 1, name: 'one' },
  { id: 2, name: null },
];

async function openThings(): Promise<{ db: Kysely<Things>; file: string }> {
  const { dataDir } = await freshDatabase('sqlite', 'empty');
  const file = join(dataDir, 'things.sqlite');
  const db = new Kysely<Things>({ dialect: openSqliteFile(file).durable });
  cleanUpAfterwards(() => db.destroy());
  await sql`create table things (id integer primary key, name text)`.execute(db);
  await db.insertInto('things').values(stored).execute();
  return { db, file };
}

it('returns rows as separate objects with the column names', async () => {
  const { db } = await openThings();
  const rows = await db.selectFrom('things').selectAll().orderBy('id').execute();
  expect(rows).toStrictEqual(stored);
  const again = await db.selectFrom('things').selectAll().orderBy('id').execute();
  expect(again).toStrictEqual(rows);
  const bytes = await sql<object>`select x'00ff' as bytes, null as none`.execute(db);
  expect(bytes.rows).toStrictEqual([{ bytes: new Uint8Array([0, 255]), none: null }]);
  expect(await db.selectFrom('things').selectAll().where('id', '=', 3).execute()).toStrictEqual([]);
});

it('waits for the disk at each commit, holds foreign keys, and waits for other writers', async () => {
  const { db } = await openThings();
  const pragma = async (name: string) =>
    Object.values((await sql<object>`pragma ${sql.raw(name)}`.execute(db)).rows[0] ?? {})[0];
  expect(await pragma('journal_mode')).toBe('wal');
  // 2 is FULL. NORMAL (1) may lose the last commits in a power cut.
  expect(await pragma('synchronous')).toBe(2);
  expect(await pragma('foreign_keys')).toBe(1);
});

it('notices columns added since the same query last ran', async () => {
  const { db, file } = await openThings();
  const all = () => db.selectFrom('things').selectAll().where('id', '=', 1).execute();
  expect(await all()).toStrictEqual([{ id: 1, name: 'one' }]);
  await sql`alter table things rename column name to title`.execute(db);
  expect(await all()).toStrictEqual([{ id: 1, title: 'one' }]);
  await sql`alter table things rename column title to name`.execute(db);
  expect(await all()).toStrictEqual([{ id: 1, name: 'one' }]);

  const other = new DatabaseSync(file, { timeout: 10_000 });
  other.exec(`alter table things add column more text default 'new'`);
  other.close();
  expect(await all()).toStrictEqual([{ id: 1, name: 'one', more: 'new' }]);
});

it('keeps its lock on the file when a thread has opened and closed it, so that no program takes its log away', async () => {
  const place = await freshDatabase('sqlite');
  const store = openStore(place);
  cleanUpAfterwards(() => store.close());
  await store.db.selectFrom('portal_state').select('name').execute();
  // As the threads of backups and checks do.
  await openStore(place).close();

  // By another name the other program finds no log, so that it asks for the lock of the file alone, as older SQLites do.
  const other = join(place.dataDir, 'other.sqlite');
  linkSync(databaseFile(place.dataDir), other);
  const program = `const { DatabaseSync } = require('node:sqlite');
    try {
      console.log(new DatabaseSync(${JSON.stringify(other)}).prepare('pragma journal_mode = delete').get());
    } catch (error) {
      console.log(error.message);
    }`;
  expect(execFileSync(process.execPath, ['-e', program], { encoding: 'utf8' })).toBe('database is locked\n');
});
