import { chmod, mkdtemp, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { sql } from 'kysely';
import { copyAnySchema } from './copy.ts';
import { migrate, refuseNewerSchema, schemaState } from './migrate.ts';
import { openStore, type Store } from './open.ts';

/**
 * Writes everything the store holds to `file`, a SQLite database whichever engine it comes from, while
 * readers and writers go on. The schema stays what it is, older ones included. The file appears when it is whole, and
 * only this user can read it.
 */
export async function backupInto(store: Store, file: string): Promise<void> {
  const folder = await mkdtemp(join(dirname(file), '.backup-'));
  try {
    if (store.engine === 'sqlite') {
      await sql`vacuum into ${join(folder, 'portal.sqlite')}`.execute(store.db);
    } else {
      const copy = openStore({ dataDir: folder });
      const schema = await schemaState(store.db);
      refuseNewerSchema(schema);
      await migrate(copy, schema.applied.at(-1));
      await store.snapshot((source) => copy.exclusiveTransaction((trx) => copyAnySchema(source, trx)));
      // Closing folds SQLite's write-ahead log into the one file.
      await copy.close();
    }
    await chmod(join(folder, 'portal.sqlite'), 0o600);
    await rename(join(folder, 'portal.sqlite'), file);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
