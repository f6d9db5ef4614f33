import type { Db } from './open.ts';
import { readState, writeState } from './portal-state.ts';

const hour = 60 * 60_000;
const day = 24 * hour;
/** A portal that was off for longer than this, or a clock that is wrong, looks the same at first. */
const longestPause = 30 * day;

/** A clock that shows an earlier time is wrong: the portal was not written yet. */
const firstVersion = Date.parse('2026-11-01');

/**
 * When something is filed that is deleted once it is old, ISO 8601. A clock that is far behind, such as one without a battery
 * after a power cut, would have it deleted when it is right again: the last time that is known stands in for it.
 */
export async function filingTime(db: Db, now: number): Promise<string> {
  const clock = await readState(db, 'clock');
  const known = Math.max(firstVersion, clock ? Date.parse(clock.at) : 0);
  return new Date(now < known - longestPause ? known : now).toISOString();
}

/**
 * Whether the clock may decide about something that cannot be undone. After a jump of more than 30 days, either way, it may not
 * until it has kept the new time for a day: a dead battery or a wrong image would delete the inbox and release planned results.
 * @param now milliseconds since 1970
 */
export async function isClockTrusted(db: Db, now: number): Promise<boolean> {
  if (now < firstVersion) return false;
  const clock = await readState(db, 'clock');
  const at = new Date(now).toISOString();
  const passed = clock ? now - Date.parse(clock.at) : Infinity;
  const kept = clock?.jumpedAt ? now - Date.parse(clock.jumpedAt) : -1;
  if (!clock || Math.abs(passed) <= longestPause || kept >= day) {
    if (passed >= hour || clock?.jumpedAt) await writeState(db, 'clock', { at });
    return true;
  }
  if (kept < 0) await writeState(db, 'clock', { at: clock.at, jumpedAt: at });
  return false;
}
