import { iso } from '#server/store/database-time.ts';
import type { Db, Trx } from '#server/store/open.ts';
import { forgetState, type PortalState, readState, writeState } from '#server/store/portal-state.ts';
import type { MailFault } from './mail-faults.ts';

/** Since when the mail server accepts nothing, for all processes: no mail is tried before `until`. */
export type Parked = PortalState<'mail-parked'>;

const firstPause = 5_000;

/** The longest pause, in milliseconds, also of each mail that was tried meanwhile. */
export const longestPause = 5 * 60_000;

export function readParked(db: Db): Promise<Parked | null> {
  return readState(db, 'mail-parked');
}

export function isParked(parked: Parked | null, now: number): boolean {
  return parked !== null && Date.parse(parked.until) > now;
}

/** Parks the whole queue, longer after each failure. One of the mails that were under way together counts. */
export async function park(
  trx: Trx,
  now: number,
  { fault, reason }: { fault: MailFault; reason: string },
): Promise<Parked | null> {
  const before = await readParked(trx);
  if (isParked(before, now)) return null;
  const failures = (before?.failures ?? 0) + 1;
  const pause = Math.min(longestPause, firstPause * 2 ** (failures - 1));
  const parked = { until: iso(now + pause), failures, fault, reason };
  await writeState(trx, 'mail-parked', parked);
  return parked;
}

export function unpark(db: Db): Promise<void> {
  return forgetState(db, 'mail-parked');
}
