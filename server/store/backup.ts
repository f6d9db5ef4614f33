import { mkdtemp, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { sql } from 'kysely';
import { replaceAll } from './copy.ts';
import { migrate } from './migrate.ts';
import { openStore, type Store } from './open.ts';

/**
 * Writes everything the store holds to `file`, a SQLite database whichever engine it comes from, while
 * readers and writers go on. The file appears when it is whole.
 */
export async function backupInto(store: Store, file: string): Promise<void> {
  const folder = await mkdtemp(join(dirname(file), '.backup-'));
  try {
    if (store.engine === 'sqlite') {
      await sql`vacuum into ${join(folder, 'portal.sqlite')}`.execute(store.db);
    } else {
      const copy = openStore({ dataDir: folder });
      await migrate(copy);
      await store.snapshot((source) => copy.exclusiveTransaction((trx) => replaceAll(source, copy, trx)));
      // Closing folds SQLite's write-ahead log into the one file.
      await copy.close();
    }
    await rename(join(folder, 'portal.sqlite'), file);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
