import { existsSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import type { Db } from '#server/store/open.ts';
import { type PortalState, readState, writeState } from '#server/store/portal-state.ts';

const day = 24 * 60 * 60_000;
/** How many daily measurements are kept. */
const kept = 8;

/** The free bytes of the disk with a folder; null if there is no such folder, as beside PostgreSQL. */
export async function freeSpace(folder: string): Promise<number | null> {
  if (!existsSync(folder)) return null;
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}

/** Measures the free space, once a day. */
export async function recordFreeSpace(db: Db, folder: string, now: Date): Promise<void> {
  const bytes = await freeSpace(folder);
  const before = (await readState(db, 'space'))?.free ?? [];
  const last = before.at(-1);
  if (bytes === null || (last && now.getTime() - Date.parse(last.at) < day)) return;
  await writeState(db, 'space', { free: [...before, { at: now.toISOString(), bytes }].slice(-kept) });
}

/** When the disk will be full if it goes on as in the last days; null if it is not filling, or was not measured for a day. */
export function daysUntilFull(
  { free: [first] }: PortalState<'space'>,
  bytes: number,
  now: number,
): number | null {
  const days = first ? (now - Date.parse(first.at)) / day : 0;
  if (!first || days < 1 || bytes >= first.bytes) return null;
  return Math.floor((bytes * days) / (first.bytes - bytes));
}
