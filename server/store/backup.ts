import { chmod, mkdtemp, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { sql } from 'kysely';
import { copyAnySchema } from './copy.ts';
import { databaseFile } from './database-file.ts';
import { migrate, refuseNewerSchema, schemaState } from './migrate.ts';
import { openStore, type Store } from './open.ts';

/**
 * Writes the whole database to `file` as SQLite, from either engine, while readers and writers continue. The schema
 * is copied as it is, even an old one. The file appears only when complete, and only this user can read it.
 */
export async function backupInto(store: Store, file: string): Promise<void> {
  const folder = await mkdtemp(join(dirname(file), '.backup-'));
  try {
    if (store.engine === 'sqlite') {
      await sql`vacuum into ${databaseFile(folder)}`.execute(store.db);
    } else {
      const copy = openStore({ dataDir: folder });
      const schema = await schemaState(store.db);
      refuseNewerSchema(schema);
      await migrate(copy, schema.applied.at(-1));
      await store.snapshot((source) => copy.exclusiveTransaction((trx) => copyAnySchema(source, trx)));
      // Closing merges SQLite's write-ahead log into the file.
      await copy.close();
    }
    await chmod(databaseFile(folder), 0o600);
    await rename(databaseFile(folder), file);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
