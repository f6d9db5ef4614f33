import { sendDueMessages } from '#server/group-messages/planned-messages.ts';
import { planDueReminders } from '#server/group-messages/reminders.ts';
import { applyDueCorrections } from '#server/results/correct-result.ts';
import { lapsePlaces } from '#server/results/places.ts';
import { type ResultDeps, releaseIfDue } from '#server/results/rounds.ts';
import type { Background } from './background.ts';
import { keepHouse } from './housekeeping.ts';
import { backUpIfDue } from './own-backups.ts';
import { continueSeasonEnd } from './season.ts';

interface RepeatedDeps extends ResultDeps {
  background: Background;
}

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;

/** Starts what the portal does by itself, in any number of processes, until `background.stop()`. */
export function startRepeatedWork(deps: RepeatedDeps): void {
  const { background } = deps;
  // The first minute belongs to those who waited for the start.
  let minutes = 0;
  background.repeat('backups', minute, async () => {
    if (minutes > 0) await backUpIfDue(deps);
    minutes += 1;
  });
  background.repeat('housekeeping', hour, () => keepHouse(deps, new Date()));
  background.repeat('planned rounds', second, () => releaseIfDue(deps));
  background.repeat('planned messages', second, () => sendDueMessages(deps));
  background.repeat('reminders', minute, () => planDueReminders(deps));
  background.repeat('end of a season', minute, () => continueSeasonEnd(deps.store, deps.config.adminUid));
  background.repeat('places to confirm', minute, () => lapsePlaces(deps));
  background.repeat('corrections of results', second, () => applyDueCorrections(deps));
}
