import { readSettings } from '#server/results/release-state.ts';
import { endSeason } from '#server/seasons/end-season.ts';
import { moveSeasons } from '#server/seasons/move-season.ts';
import { dropPastLog } from '#server/seasons/past-log.ts';
import type { TestApp } from './app.ts';

/** Ends the season as the administrator's page does. @returns its name */
export async function endTheSeason(
  { deps }: Pick<TestApp, 'deps'>,
  keep: readonly string[] = [],
): Promise<string> {
  const { season } = await readSettings(deps.store.db, deps);
  await endSeason(deps, deps.config.adminUid, { confirm: season, keep: [...keep] });
  await moveSeasons(deps);
  await dropPastLog(deps.store);
  return season;
}
