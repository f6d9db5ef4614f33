import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { OperatorError } from '#server/config/operator-error.ts';
import { lockFile } from '#server/store/presence.ts';

/** How long a command waits while another one removes what was left over, in milliseconds. */
const lockTimeout = 5_000;

/**
 * Runs `work` with an empty folder in DATA_DIR for its temporary files, which may be decrypted data, and removes the folder
 * afterwards. If the process is killed, the next command or start removes it.
 */
export async function withScratch<T>(dataDir: string, work: (folder: string) => Promise<T>): Promise<T> {
  const { parent, lock } = scratchOf(dataDir);
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const hold = lockFile(lock, 'shared', lockTimeout);
  if (!hold) throw new OperatorError(`Another command removes the files in ${parent}. Try again.`);
  try {
    await mkdir(parent, { recursive: true, mode: 0o700 });
    const folder = await mkdtemp(join(parent, 'work-'));
    return await work(folder).finally(() => rm(folder, { recursive: true, force: true }));
  } finally {
    await hold.release();
  }
}

/** Removes what killed processes left, unless a command is using the folder. */
export async function sweepScratch(dataDir: string): Promise<void> {
  const { parent, lock } = scratchOf(dataDir);
  if (!existsSync(parent)) return;
  const hold = lockFile(lock, 'exclusive');
  if (!hold) return;
  await rm(parent, { recursive: true, force: true }).finally(hold.release);
}

function scratchOf(dataDir: string): { parent: string; lock: string } {
  return { parent: join(dataDir, 'scratch'), lock: join(dataDir, 'scratch.lock') };
}
