import { join, resolve } from 'node:path';
import { openPlace } from '#server/operations/place.ts';
import { move, restore } from '#server/operations/transfer.ts';
import type { Fingerprint } from '#server/store/copy.ts';
import { migrate } from '#server/store/migrate.ts';
import type { Store } from '#server/store/open.ts';
import { type Command, UsageError, withPortal } from './command.ts';

export const restoreBackup: Command = {
  name: 'restore',
  usage: 'FILE',
  about: 'put a backup in place of everything; what was there is kept as a backup',
  operands: 1,
  async run({ config, operands: [file] }) {
    if (!file) throw new UsageError('restore takes the file of a backup');
    const store = openPlace(config);
    try {
      await migrate(store);
      const { before, restored } = await restore(store, resolve(file), join(config.dataDir, 'backups'));
      console.log(`Restored ${rowsIn(restored)}.\nWhat was there before: ${before}`);
    } finally {
      await store.close();
    }
  },
};

export const moveData: Command = {
  name: 'move',
  usage: '--to postgres://… or --to sqlite:FOLDER',
  about: 'copy everything to an empty PostgreSQL database, or to an empty folder',
  options: ['to'],
  run: (call) =>
    withPortal(call, async (store) => {
      const target = openTarget(call.options.to);
      try {
        console.log(`Moved ${rowsIn(await move(store, target))}; counts and checksums agree.`);
      } finally {
        await target.close();
      }
    }),
};

function openTarget(to: string | undefined): Store {
  const place = targetPlace(to);
  return openPlace({ ...place, databaseListenUrl: undefined });
}

function targetPlace(to: string | undefined): { dataDir: string; databaseUrl: string | undefined } {
  if (to?.startsWith('sqlite:'))
    return { dataDir: resolve(to.slice('sqlite:'.length)), databaseUrl: undefined };
  if (to && /^postgres(ql)?:\/\//.test(to)) return { dataDir: '', databaseUrl: to };
  throw new UsageError('move takes --to postgres://… or --to sqlite:FOLDER');
}

function rowsIn(copied: Fingerprint): string {
  return `${copied.members.rows} members and ${copied.changes.rows} changes`;
}
