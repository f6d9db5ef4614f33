import { OperatorError } from '#server/config/operator-error.ts';
import { type DataLocation, locationName } from '#server/operations/data-location.ts';
import { explain } from '#server/operations/explain.ts';
import { move, refuseUnknownLocation, restore } from '#server/operations/transfer.ts';
import type { Fingerprint } from '#server/store/copy.ts';
import { schemaState } from '#server/store/migrate.ts';
import { openStore } from '#server/store/open.ts';
import { lockData } from '#server/store/presence.ts';
import { type Call, type Command, typedPath, UsageError, withPortal } from './command.ts';

export const restoreBackup: Command = {
  name: 'restore',
  usage: 'FILE',
  example: 'data/backups/portal-1f3a9c2b-000042-2026-09-01T10-00-00-000Z.sqlite',
  about: 'replace everything with a backup, and keep a copy of what was there. Stop the portal first',
  operands: 1,
  async run(call) {
    const { config, process, console } = call;
    const [file] = call.operands;
    if (!file) throw new UsageError('restore takes the file of a backup');
    refuseUnknownLocation(config);
    process.stderr.write(`Portal: ${locationName(config)}\n`);
    const { before, restored, held, removedAgain, ofAnother } = await alone(config, () =>
      restore(config, typedPath(call, file)),
    );
    call.report({ before, members: restored.members.rows, changes: restored.changes.rows, held, ofAnother });
    console.log(`Restored ${rowsIn(restored)}.`);
    console.log(before === null ? 'There was no portal there before.' : `The previous data: ${before}`);
    if (ofAnother) console.log('The backup is another portal’s. To go back, restore the previous data.');
    console.log('Everybody is signed out.');
    if (removedAgain > 0)
      console.log(`Removals that came after the backup are carried out again: ${removedAgain}.`);
    // The work that the restored portal does not do by itself.
    const { release, emails, corrections } = held;
    if (release !== null)
      console.log(
        `A release of the results was planned for ${release}. It is cancelled: plan it again at /admin/results.`,
      );
    if (corrections > 0)
      console.log(
        `Corrections of results that had not taken effect when the backup was made are dropped: ${corrections}. Make them again at /admin/results.`,
      );
    if (emails > 0)
      console.log(
        `Bulk emails that had not been sent when the backup was made are stopped: ${emails}. Continue them at /admin/results and /admin/messages.`,
      );
  },
};

export const moveData: Command = {
  name: 'move',
  usage: '--to postgres://… or --to sqlite:FOLDER',
  example: '--to postgres://portal:secret@db.example.edu/portal',
  about: 'copy everything to an empty PostgreSQL database, or to an empty folder. Stop the portal first',
  options: ['to'],
  async run(call) {
    const to = targetLocation(call);
    await withPortal(call, (source) =>
      alone(call.config, async () => {
        const target = openStore(to);
        try {
          await schemaState(target.db).catch((error) => {
            throw new OperatorError(explain(error, locationName(to)) ?? String(error), { cause: error });
          });
          const moved = await move(source, target);
          call.report({ members: moved.members.rows, changes: moved.changes.rows });
          call.console.log(`Moved ${rowsIn(moved)} to ${locationName(to)}; counts and checksums agree.`);
        } finally {
          await target.close();
        }
      }),
    );
  },
};

/** Runs `work` while no portal runs on this data, and none can start. */
async function alone<T>(place: DataLocation, work: () => Promise<T>): Promise<T> {
  const hold = await lockData(place, 'exclusive');
  try {
    return await work();
  } finally {
    await hold.release();
  }
}

function targetLocation(call: Call): DataLocation {
  const { to = '' } = call.options;
  const nowhere = { dataDir: '', databaseUrl: undefined };
  if (to.startsWith('sqlite:')) return { ...nowhere, dataDir: typedPath(call, to.slice('sqlite:'.length)) };
  if (/^postgres(ql)?:\/\//.test(to)) return { ...nowhere, databaseUrl: to };
  throw new UsageError('move takes --to postgres://… or --to sqlite:FOLDER');
}

function rowsIn(copied: Fingerprint): string {
  return `${copied.members.rows} members and ${copied.changes.rows} changes`;
}
