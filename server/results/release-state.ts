import { defaultResultSettings, type ResultSettings } from '#domain/result-texts.ts';
import { type Config, todayOf } from '#server/config/config.ts';
import type { Content } from '#server/config/content.ts';
import type { Db } from '#server/store/open.ts';
import { type PortalState, readState } from '#server/store/portal-state.ts';

export interface ViewDeps {
  config: Config;
  content: Content;
}

type Release = PortalState<'release'>;

export const unplanned: Release = { plannedFor: null, expected: 0, releasedAt: null, left: 0 };

export async function readRelease(db: Db): Promise<Release> {
  return (await readState(db, 'release')) ?? unplanned;
}

/** The club's choices about the results, or those that hold until it has made some. */
export async function readSettings(db: Db, { config, content }: ViewDeps): Promise<ResultSettings> {
  const year = todayOf({ config, content }).slice(0, 'yyyy'.length);
  return (await readState(db, 'result-settings')) ?? defaultResultSettings(content.club, year);
}
