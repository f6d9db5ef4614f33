import { chmod } from 'node:fs/promises';
import { sql } from 'kysely';
import { copyAnySchema } from './copy.ts';
import { databaseFile } from './database-file.ts';
import { migrate, refuseUnknownSchema, schemaState } from './migrate.ts';
import { openStore, type Store } from './open.ts';

/**
 * Writes the whole database as SQLite into an empty folder, from either engine, while readers and writers continue. The
 * schema is copied as it is, even an old one.
 * @returns the file, which only this user can read
 */
export async function backupInto(store: Store, folder: string): Promise<string> {
  const file = databaseFile(folder);
  if (store.engine === 'sqlite') {
    await sql`vacuum into ${file}`.execute(store.db);
  } else {
    const schema = await schemaState(store.db);
    refuseUnknownSchema(schema);
    const copy = openStore({ dataDir: folder });
    try {
      await migrate(copy, schema.applied.at(-1));
      await store.snapshot((source) => copy.exclusiveTransaction((trx) => copyAnySchema(source, trx)));
    } finally {
      // Closing merges SQLite's write-ahead log into the file.
      await copy.close();
    }
  }
  await chmod(file, 0o600);
  return file;
}
