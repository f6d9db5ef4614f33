import { dropClosedAccounts } from '#server/accounts/closed-accounts.ts';
import { knownDeviceLifetime } from '#server/accounts/known-devices.ts';
import { listRemovals } from '#server/accounts/removal-list.ts';
import type { Config } from '#server/config/config.ts';
import type { Content } from '#server/config/content.ts';
import { purgeSubmissions } from '#server/forms/inbox-store.ts';
import { dropSurplusFailures } from '#server/limits/sign-in-throttle.ts';
import type { Log } from '#server/log/log.ts';
import { dropOldMailFiles, dropOldMailRows } from '#server/mail/retention.ts';
import { dropPastLog } from '#server/seasons/past-log.ts';
import { clearPastSeasons } from '#server/seasons/past-seasons.ts';
import type { Store } from '#server/store/open.ts';
import { writeState } from '#server/store/portal-state.ts';
import { isClockTrusted } from '#server/store/trusted-clock.ts';
import { workThrough } from '#server/store/work-through.ts';
import { recordFreeSpace } from './free-space.ts';

const day = 24 * 60 * 60 * 1000;

interface HousekeepingDeps {
  config: Config;
  content: Pick<Content, 'seasons'>;
  store: Store;
  log: Log;
}

/** Everything that is removed once it is old, and the daily measurement, under the name that the health page shows if it fails. */
function tasks({ config, content, store }: HousekeepingDeps, now: Date): [string, () => Promise<unknown>][] {
  const { db } = store;
  const before = (ms: number) => new Date(now.getTime() - ms);
  const devicesBefore = before(knownDeviceLifetime).toISOString();
  return [
    ['counters', () => db.deleteFrom('rate_limits').where('expire', '<', now.getTime()).execute()],
    ['failed sign-ins', () => dropSurplusFailures(db)],
    ['sessions', () => db.deleteFrom('session').where('expiresAt', '<', now).execute()],
    ['mailed links', () => db.deleteFrom('mailed_tokens').where('expiresAt', '<', now).execute()],
    ['known devices', () => db.deleteFrom('known_devices').where('lastUsedAt', '<', devicesBefore).execute()],
    ['closed accounts', () => dropClosedAccounts(db, now)],
    ['messages', () => purgeSubmissions(store, now, before(config.keepMessagesDays * day))],
    ['past seasons', () => clearPastSeasons(store, content, now)],
    ['sent emails', () => dropOldMailRows(db, config, now.getTime())],
    ['email files', () => dropOldMailFiles(db, config)],
    ['list of removals', () => listRemovals(db, config.dataDir)],
    ['log of past seasons', () => dropPastLog(store)],
    ['deleted data', () => store.scrub()],
    ['free space', () => recordFreeSpace(db, config.dataDir, now)],
  ];
}

/** Does each task, also when another one fails, and records which failed. The next round does all of them again. */
export async function keepHouse(deps: HousekeepingDeps, now: Date): Promise<void> {
  if (!(await isClockTrusted(deps.store.db, now.getTime()))) {
    deps.log.warn(
      { now },
      'the clock is wrong or has jumped by more than 30 days: nothing old is removed until it has been right for a day',
    );
    return;
  }
  const failed: string[] = [];
  await workThrough(
    tasks(deps, now),
    ([, work]) => work(),
    ([name], error) => {
      failed.push(name);
      deps.log.error({ err: error, task: name }, 'housekeeping failed');
    },
  );
  await writeState(deps.store.db, 'housekeeping', { at: now.toISOString(), failed });
}
