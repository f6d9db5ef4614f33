import type { Member } from '#domain/members.ts';
import type { Config } from '#server/config/config.ts';
import type { Content } from '#server/config/content.ts';
import type { Mail } from '#server/mail/mail.ts';
import { unsubscribeAddress, wantsMails } from '#server/mail/mail-choice.ts';
import { reviewMail } from '#server/mail/messages.ts';
import { planMails } from '#server/mail/outbox-store.ts';
import { findMember } from '#server/members/member-store.ts';
import { databaseTime } from '#server/store/database-time.ts';
import { findAccount } from '#server/store/find-account.ts';
import type { Db, Trx } from '#server/store/open.ts';

/** All that changes of a member's review in this time is one mail, and what is undone in it is none, in milliseconds. */
export const bundleTime = 10 * 60_000;

/** Plans the mail about a changed review, in the transaction that changes it. The first change sets the time. */
export async function planReviewMail(trx: Trx, before: Member, after: Member): Promise<void> {
  if (!isNews(before, after)) return;
  await planMails(trx, 'review', [after.uid], (await databaseTime(trx)) + bundleTime);
}

/** A mark or feedback that is taken away is no reason to write. */
function isNews(before: Member, after: Member): boolean {
  return (
    (after.submissionReviewed && !before.submissionReviewed) ||
    (after.graded && !before.graded) ||
    (after.feedback !== null && after.feedback !== before.feedback)
  );
}

/** The mail that a member gets about the present review; null if there is nothing to say or none is wanted. */
export async function composeReviewMail(
  { config, content }: { config: Config; content: Content },
  db: Db,
  uid: string,
): Promise<Mail | null> {
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
