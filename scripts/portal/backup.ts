import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { pruneBackups, takeBackup } from '#server/operations/backup.ts';
import { type Command, duration, wholeNumber, withPortal } from './command.ts';

export const backup: Command = {
  name: 'backup',
  usage: '[--to FOLDER] [--every 1h --keep 48]',
  about: 'copy everything to a file, once or again and again; the portal may go on',
  options: ['to', 'every', 'keep'],
  async run(call) {
    const { to, every, keep: kept } = call.options;
    const folder = to ?? join(call.config.dataDir, 'backups');
    const keep = kept === undefined ? undefined : wholeNumber('keep', kept);
    const pause = every === undefined ? undefined : duration('every', every);
    // One that goes on ends between two copies, never in the middle of one.
    const stop = pause === undefined ? undefined : whenAskedToStop();
    do {
      await withPortal(call, async (store) => console.log(await takeBackup(store, folder)), 'any');
      if (keep !== undefined) await pruneBackups(folder, keep);
    } while (pause !== undefined && (await interruptiblePause(pause, stop)));
  },
};

/** Aborted by SIGTERM or SIGINT, which then do nothing else. */
function whenAskedToStop(): AbortSignal {
  const stop = new AbortController();
  const end = () => stop.abort();
  process.once('SIGTERM', end).once('SIGINT', end);
  return stop.signal;
}

/** Waits; answers false when `stop` is aborted, before or meanwhile. */
async function interruptiblePause(ms: number, stop: AbortSignal | undefined): Promise<boolean> {
  try {
    await setTimeout(ms, undefined, stop && { signal: stop });
    return true;
  } catch {
    return false;
  }
}
