import type { Deps } from '#server/deps.ts';
import { applyDueCorrections } from '#server/results/correct-result.ts';
import { releaseIfDue } from '#server/results/release.ts';
import { keepHouse } from './housekeeping.ts';

const second = 1_000;
const hour = 60 * 60 * second;

/** Starts what the portal does by itself, in any number of processes, until `background.stop()`. */
export function startRepeatedWork(deps: Deps): void {
  const { background } = deps;
  background.repeat('housekeeping', hour, () => keepHouse(deps, new Date()));
  background.repeat('planned release', second, () => releaseIfDue(deps));
  background.repeat('corrections of results', second, () => applyDueCorrections(deps));
}
