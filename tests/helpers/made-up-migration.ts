import { migrations } from '#server/store/migrate.ts';
import { cleanUpAfterwards } from './clean-up.ts';

export const madeUpMigration = '0002-made-up';

/**
 * Until the test, or otherwise its file, ends, this program has a second migration, which a database of today still
 * needs. tests/faults/next-version.test.ts runs a whole program with one.
 */
export function addMadeUpMigration(): void {
  migrations[madeUpMigration] = async () => ({
    async up(db) {
      await db.schema.alterTable('members').addColumn('nickname', 'text').execute();
      await db.schema.createIndex('members_nickname').on('members').column('nickname').execute();
    },
  });
  cleanUpAfterwards(async () => {
    delete migrations[madeUpMigration];
  });
}
