import type { Deps } from '#server/deps.ts';
import { composeGroupMail, messageBulk } from '#server/group-messages/group-mails.ts';
import { type BulkComposers, queueBulkMails } from '#server/mail/bulk.ts';
import { releaseIfDue } from '#server/results/release.ts';
import { composeResultMail, resultsBulk } from '#server/results/result-mails.ts';
import { writeDueReviewMails } from '#server/reviews/review-mails.ts';
import { databaseTime } from '#server/store/database-time.ts';
import { keepHouse } from './housekeeping.ts';

const second = 1_000;
const hour = 60 * 60 * second;

/** Starts what the portal does by itself, in any number of processes, until `background.stop()`. */
export function startRepeatedWork(deps: Deps): void {
  const { background, store } = deps;
  const composers: BulkComposers = {
    [resultsBulk]: (db, uid) => composeResultMail(deps, db, uid),
    [messageBulk]: (db, uid, bulk) => composeGroupMail(deps, db, uid, bulk),
  };
  background.repeat('housekeeping', hour, () => keepHouse(deps, new Date()));
  background.repeat('review mails', 15 * second, async () =>
    writeDueReviewMails(deps, new Date(await databaseTime(store.db))),
  );
  background.repeat('planned release', second, () => releaseIfDue(deps));
  background.repeat('emails to many', second, () => queueBulkMails(deps, composers));
}
