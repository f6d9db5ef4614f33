import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { type Insertable, sql } from 'kysely';
import { expect, it } from 'vitest';
import { tracks } from '#domain/member-choices.ts';
import { years } from '#domain/study-years.ts';
import { insertAccounts } from '#server/accounts/registration.ts';
import { toColumns } from '#server/members/member-row.ts';
import {
  type DatabasePlace,
  describeEachEngine,
  freshDatabase,
  openTestStore,
  storeAt,
} from '#tests/helpers/engines.ts';
import { newRecord } from '#tests/helpers/made-records.ts';
import { addMadeUpMigration } from '#tests/helpers/made-up-migration.ts';
import { programEnv } from '#tests/helpers/program-env.ts';
import { rowsOf } from '#tests/helpers/records.ts';
import { migrate, migrations, schemaState } from './migrate.ts';
import type { Store } from './open.ts';
import type { Tables } from './tables.ts';

const migrating = `
  import { migrate } from '#server/store/migrate.ts';
  import { openStore } from '#server/store/open.ts';
  const store = await openStore({ dataDir: process.env.DATA_DIR, databaseUrl: process.env.DATABASE_URL });
  await migrate(store);
  await store.close();`;

/** Migrates in a separate process, and returns its exit code. */
async function migrateElsewhere({ dataDir, databaseUrl }: DatabasePlace): Promise<unknown> {
  const child = spawn(process.execPath, ['--input-type=module', '--eval', migrating], {
    env: { ...programEnv(), DATA_DIR: dataDir, ...(databaseUrl && { DATABASE_URL: databaseUrl }) },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const [code] = await once(child, 'exit');
  return code;
}

async function appliedMigrations({ db }: Store): Promise<string[]> {
  return (await schemaState(db)).applied;
}

describeEachEngine('migrate', (engine) => {
  it.each([
    [
      'a newer version',
      [...Object.keys(migrations), '9999-of-tomorrow'],
      /^The database belongs to a newer version of the portal \(it has had 9999-of-tomorrow\)/,
    ],
    [
      'a development version from before the first release',
      ['0001-accounts', '0002-members'],
      /^The database belongs to a development version from before the first release \(it has had 0001-accounts\)[^\n]+$/,
    ],
  ])('refuses a database of %s, and changes nothing', async (_of, applied, refusal) => {
    const store = storeAt(await freshDatabase(engine));
    addMadeUpMigration();
    await sql`delete from kysely_migration`.execute(store.db);
    const insert = (name: string) =>
      sql`insert into kysely_migration (name, timestamp) values (${name}, '2026-09-01')`.execute(store.db);
    for (const name of applied) await insert(name);
    await expect(migrate(store)).rejects.toThrow(refusal);
    expect(await appliedMigrations(store)).toEqual(applied);
  });

  it('runs each migration once, also when several processes start together', async () => {
    const place = await freshDatabase(engine, 'empty');
    expect(await Promise.all([1, 2, 3].map(() => migrateElsewhere(place)))).toEqual([0, 0, 0]);
    const store = storeAt(place);
    expect(await appliedMigrations(store)).toEqual(Object.keys(migrations));
    expect(await rowsOf(store, 'members')).toEqual([]);
    await migrate(store);
    expect(await appliedMigrations(store)).toEqual(Object.keys(migrations));
  });
});

async function addAccount(store: Store, id: string): Promise<void> {
  const account = { uid: id, name: id, email: `${id}@b.co`, password: null };
  await store.transact((trx) => insertAccounts(trx, [account]));
}

function row(uid: string, some: Partial<Insertable<Tables['members']>> = {}): Insertable<Tables['members']> {
  return { ...toColumns(newRecord({ uid })), ...some } as Insertable<Tables['members']>;
}

describeEachEngine('the constraints on members', (engine) => {
  it('accept every track and year of the rules, and nothing else', async () => {
    const store = await openTestStore(engine);
    const insert = async (uid: string, some: object) => {
      await addAccount(store, uid);
      return store.db.insertInto('members').values(row(uid, some)).execute();
    };
    const good = [
      ...[...tracks, null].map((developmentTrack) => ({ developmentTrack })),
      ...years.map((yearOfStudy) => ({ yearOfStudy })),
    ];
    for (const [index, some] of good.entries()) await insert(`good-${index}`, some);
    const bad = [
      ...[{ yearOfStudy: 0 }, { yearOfStudy: 5 }, { developmentTrack: 'ios' }, { developmentTrack: '' }],
      ...[{ registrationComplete: 2 }, { taskCompleted: -1 }, { submissionReviewed: 2 }, { graded: 2 }],
    ];
    for (const [index, some] of bad.entries()) {
      await expect(insert(`bad-${index}`, some), JSON.stringify(some)).rejects.toThrow(/check|constraint/i);
    }
  });

  it('reject a record without an account, and a second record of one account', async () => {
    const store = await openTestStore(engine);
    await expect(store.db.insertInto('members').values(row('nobody')).execute()).rejects.toThrow(
      /foreign key/i,
    );
    await addAccount(store, 'u1');
    await store.db.insertInto('members').values(row('u1')).execute();
    await expect(store.db.insertInto('members').values(row('u1')).execute()).rejects.toThrow(
      /unique|duplicate/i,
    );
  });
});

it('refuses a file with the tables of another program, and adds none', async () => {
  const store = storeAt(await freshDatabase('sqlite', 'empty'));
  await sql`create table recipes (name text)`.execute(store.db);
  await expect(migrate(store)).rejects.toThrow(/^The database file belongs to another program: .* recipes,/);
  const tables = await store.db.introspection.getTables({ withInternalKyselyTables: true });
  expect(tables.map(({ name }) => name)).toEqual(['recipes']);
});

/** The schema after each released migration, which no later version may change. */
const released = { '0001-first-release': 'af6d28b5e7ce' };

it.each(Object.entries(released))('leaves the schema of %s as it was released', async (migration, digest) => {
  const store = storeAt(await freshDatabase('sqlite', 'empty'));
  await migrate(store, migration);
  const statements = sql<{ sql: string }>`
    select sql from sqlite_master where sql is not null and name not like 'kysely%' order by name`;
  const { rows } = await statements.execute(store.db);
  const schema = rows.map((row) => row.sql.replace(/\s+/g, ' ')).join(';');
  expect(createHash('sha256').update(schema).digest('hex').slice(0, 12)).toBe(digest);
});
