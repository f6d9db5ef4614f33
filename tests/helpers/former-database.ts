import { readdirSync } from 'node:fs';
import type { Kysely } from 'kysely';
import { migrate } from '#server/store/migrate.ts';
import { openStore, type Store } from '#server/store/open.ts';
import { type DatabasePlace, freshDatabase } from './engines.ts';

const migrations = new URL('../../server/store/migrations/', import.meta.url);

/** The names of all migrations, oldest first. */
export const schemaVersions: readonly string[] = readdirSync(migrations)
  .filter((name) => /^\d{4}-/.test(name))
  .map((name) => name.replace('.ts', ''))
  .sort();

type AnyTables = Record<string, Record<string, unknown>>;

/** Tables with rows that today's program writes in another form; a portal works without them. */
const leftOut = ['rate_limits', 'portal_state'];

/**
 * A database of a former schema version, the second or later, with the rows of a current one, as far as the former one had their tables and
 * columns. It is removed when the test, or otherwise its file, ends.
 */
export async function formerDatabase(version: string, current: Store): Promise<DatabasePlace> {
  const place = await freshDatabase(current.engine, 'empty');
  const former = openStore(place);
  try {
    await migrate(former, version);
    const from = current.db as unknown as Kysely<AnyTables>;
    const to = former.db as unknown as Kysely<AnyTables>;
    const columns = await columnsOf(from);
    const formerColumns = await columnsOf(to);
    for (const table of inOrder([...formerColumns.keys()])) {
      const names = formerColumns.get(table) ?? [];
      const shared = names.filter((name) => columns.get(table)?.includes(name));
      if (shared.length === 0 || leftOut.includes(table)) continue;
      for (const row of await from.selectFrom(table).selectAll().execute()) {
        const kept = Object.fromEntries(shared.map((name) => [name, row[name]]));
        await to.insertInto(table).values(kept).execute();
      }
    }
    await former.exclusiveTransaction((trx) => former.continueSequences(trx));
  } finally {
    await former.close();
  }
  return place;
}

/** The column names of each table. */
async function columnsOf(db: Kysely<AnyTables>): Promise<Map<string, string[]>> {
  const tables = await db.introspection.getTables();
  return new Map(tables.map(({ name, columns }) => [name, columns.map((column) => column.name)]));
}

/** Accounts and records first, because other tables refer to them. */
function inOrder(tables: string[]): string[] {
  const first = ['user', 'members'];
  return [
    ...first.filter((name) => tables.includes(name)),
    ...tables.filter((name) => !first.includes(name)),
  ];
}
