import { defaultResultSettings, type ResultSettings } from '#domain/result-texts.ts';
import type { Content } from '#server/config/content.ts';
import type { Db } from '#server/store/open.ts';
import { type PortalState, readState } from '#server/store/portal-state.ts';

type Release = PortalState<'release'>;

export const unplanned: Release = { plannedFor: null, expected: 0, releasedAt: null, left: 0 };

export async function readRelease(db: Db): Promise<Release> {
  return (await readState(db, 'release')) ?? unplanned;
}

/** The club's choices about the results, or those that hold until it has made some. */
export async function readSettings(db: Db, { club }: Content): Promise<ResultSettings> {
  return (await readState(db, 'result-settings')) ?? defaultResultSettings(club, new Date().getFullYear());
}
