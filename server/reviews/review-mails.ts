import type { Selectable } from 'kysely';
import type { Member } from '#domain/members.ts';
import type { Deps } from '#server/deps.ts';
import { unsubscribeAddress, wantsMails } from '#server/mail/mail-choice.ts';
import { reviewMail } from '#server/mail/messages.ts';
import { findMember } from '#server/members/member-store.ts';
import { countRows } from '#server/store/count-rows.ts';
import { databaseTime } from '#server/store/database-time.ts';
import { findAccount } from '#server/store/find-account.ts';
import type { Db, Trx } from '#server/store/open.ts';
import { retryDelay, workThrough } from '#server/store/set-aside.ts';
import type { Tables } from '#server/store/tables.ts';

type ReviewMailDeps = Pick<Deps, 'config' | 'content' | 'limits' | 'log' | 'outbox' | 'store'>;

/** All that changes of a member's review in this time is one mail, and what is undone in it is none, in milliseconds. */
export const bundleTime = 10 * 60_000;

const batch = 50;

type DuePlan = Selectable<Tables['review_mails']>;

/** Plans the mail about a changed review, in the transaction that changes it. The first change sets the time. */
export async function planReviewMail(trx: Trx, before: Member, after: Member): Promise<void> {
  if (!isNews(before, after)) return;
  const dueAt = new Date((await databaseTime(trx)) + bundleTime).toISOString();
  await trx
    .insertInto('review_mails')
    .values({ uid: after.uid, dueAt })
    .onConflict((conflict) => conflict.column('uid').doNothing())
    .execute();
}

/** A mark or feedback that is taken away is no reason to write. */
function isNews(before: Member, after: Member): boolean {
  return (
    (after.submissionReviewed && !before.submissionReviewed) ||
    (after.graded && !before.graded) ||
    (after.feedback !== null && after.feedback !== before.feedback)
  );
}

/**
 * Writes the mails that are due, each from the record as it is now. The plan is deleted in the transaction that queues
 * the mail: of several processes one does, and after a crash one does it again. A mail that cannot be written is set
 * aside and keeps no other waiting.
 */
export async function writeDueReviewMails(deps: ReviewMailDeps, now: Date): Promise<void> {
  const { store, outbox } = deps;
  const due = await store.db
    .selectFrom('review_mails')
    .select(['uid', 'dueAt', 'attempts'])
    .where('dueAt', '<=', now.toISOString())
    .orderBy('dueAt')
    .limit(batch)
    .execute();
  let queued = 0;
  await workThrough(
    due,
    async (plan) => {
      if (await writeReviewMail(deps, plan, now)) queued += 1;
    },
    (plan, error) => setAside(deps, plan, error, now),
  );
  if (queued > 0) outbox.wake();
}

async function setAside({ store, log }: ReviewMailDeps, plan: DuePlan, error: unknown, now: Date) {
  const attempts = plan.attempts + 1;
  const dueAt = new Date(now.getTime() + retryDelay(attempts)).toISOString();
  await store.db
    .updateTable('review_mails')
    .set({ dueAt, attempts })
    .where('uid', '=', plan.uid)
    .where('dueAt', '=', plan.dueAt)
    .execute();
  log.error(
    { err: error, uid: plan.uid, attempts, next: dueAt },
    'review mail not written, to be tried again',
  );
}

/** How many mails about reviews could not be written and are tried again. */
export function reviewMailsSetAside(db: Db): Promise<number> {
  return countRows(db.selectFrom('review_mails').where('attempts', '>', 0));
}

async function writeReviewMail(deps: ReviewMailDeps, { uid, dueAt }: DuePlan, now: Date): Promise<boolean> {
  const { store, outbox, limits } = deps;
  const wanted = await composeReviewMail(deps, store.db, uid);
  // Counted outside of the transaction. Past the bound the mail comes later.
  const wait = wanted && (await limits.mails.wait('review', { to: wanted.to }));
  return store.transact(async (trx) => {
    if (wait) {
      const later = new Date(now.getTime() + wait.milliseconds).toISOString();
      await trx.updateTable('review_mails').set({ dueAt: later }).where('uid', '=', uid).execute();
      return false;
    }
    const { numDeletedRows } = await trx
      .deleteFrom('review_mails')
      .where('uid', '=', uid)
      .where('dueAt', '=', dueAt)
      .executeTakeFirst();
    // Composed again, because the review may have changed since.
    const mail = numDeletedRows > 0n ? await composeReviewMail(deps, trx, uid) : null;
    if (mail) await outbox.enqueue(trx, mail);
    return mail !== null;
  });
}

/** The mail that a member gets about the present review; null if there is nothing to say or none is wanted. */
async function composeReviewMail({ config, content }: ReviewMailDeps, db: Db, uid: string) {
  const member = await findMember(db, uid);
  if (!member) return null;
  const { submissionReviewed: reviewed, graded, feedback } = member;
  if (!reviewed && !graded && feedback === null) return null;
  if (!(await wantsMails(db, uid, 'review'))) return null;
  const account = await findAccount(db, uid);
  if (!account) return null;
  return reviewMail(content.club, {
    uid,
    to: account.email,
    reviewed,
    graded,
    // An unconfirmed address may be a stranger's.
    feedback: account.emailVerified ? feedback : null,
    hasFeedback: feedback !== null,
    timeline: `${config.portalUrl}/timeline`,
    unsubscribe: unsubscribeAddress(config, uid, 'review'),
  });
}
