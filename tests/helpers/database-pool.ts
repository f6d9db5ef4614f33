import type pg from 'pg';
import { createDatabase, type TestDatabase, withClient } from './postgres-database.ts';

/** A database with the schema of the template and no rows. */
export interface PooledDatabase {
  url: string;
  /** Empties the database for the next test, or removes it if a test changed more than rows. */
  giveBack(): Promise<void>;
}

interface Known extends TestDatabase {
  /** The schema's version when the database was created. */
  schema: string;
}

const free: Known[] = [];

/** Deleting the rows of a larger database would take longer than creating another one. */
const largestKept = 20_000_000;

/**
 * Takes a database that no other test uses at this time. To empty one that an earlier test used takes a tenth of the
 * time that it takes to create and remove one.
 */
export async function takeDatabase(adminUrl: string, template: string): Promise<PooledDatabase> {
  const database = free.pop() ?? (await create(adminUrl, template));
  return {
    url: database.url,
    async giveBack() {
      if (await emptied(database)) free.push(database);
      else await database.drop();
    },
  };
}

async function create(adminUrl: string, template: string): Promise<Known> {
  const database = await createDatabase(adminUrl, template);
  return { ...database, schema: await withClient(database.url, schemaVersion) };
}

/** Ends all other connections and deletes all rows. False if the database is not as new afterwards. */
async function emptied({ url, schema }: Known): Promise<boolean> {
  try {
    return await withClient(url, async (client) => {
      await client.query(`
        select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid()`);
      await client.query('begin');
      await deleteRows(client);
      const same = (await schemaVersion(client)) === schema && (await size(client)) < largestKept;
      await client.query('commit');
      return same;
    });
  } catch {
    // A test made it read-only or renamed its tables, say.
    return false;
  }
}

async function deleteRows(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ name: string }>(`
    select quote_ident(tablename) as name from pg_tables
    where schemaname = 'public' and tablename not like 'kysely%'`);
  // Without triggers, and so without foreign keys, the order of the tables does not matter.
  await client.query('set local session_replication_role = replica');
  await client.query(rows.map(({ name }) => `delete from ${name}`).join(';'));
  await client.query('insert into inbox_total (id, messages, bytes) values (1, 0, 0)');
  await client.query('select setval(seqrelid::regclass, seqstart, false) from pg_sequence');
}

/** Tables with a row for each part of the schema. A statement that changes a part gives its row another `xmin`. */
const partsOfSchema = [
  'pg_class',
  'pg_attribute',
  'pg_constraint',
  'pg_trigger',
  'pg_proc',
  'pg_db_role_setting',
  'kysely_migration',
];

async function schemaVersion(client: pg.Client): Promise<string> {
  const parts = partsOfSchema.map(
    (table) => `(select concat(count(*), ':', sum(xmin::text::bigint)) from ${table})`,
  );
  const { rows } = await client.query<{ version: string }>(
    `select concat_ws(' ', ${parts.join(', ')}) as version`,
  );
  return rows[0]?.version ?? '';
}

async function size(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ size: number }>(
    'select pg_database_size(current_database())::int as size',
  );
  return rows[0]?.size ?? 0;
}
