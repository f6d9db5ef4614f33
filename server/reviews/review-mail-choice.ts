import { createHmac, timingSafeEqual } from 'node:crypto';
import { answerTexts } from '#domain/answers.ts';
import { Refusal } from '#server/http/refusal.ts';
import type { Db } from '#server/store/open.ts';

/** Whether an account wants mails about reviews. It does until it says otherwise. */
export async function wantsReviewMails(db: Db, uid: string): Promise<boolean> {
  const row = await db
    .selectFrom('review_mail_optouts')
    .select('uid')
    .where('uid', '=', uid)
    .executeTakeFirst();
  return row === undefined;
}

export async function chooseReviewMails(db: Db, uid: string, wanted: boolean): Promise<void> {
  if (wanted) {
    await db.deleteFrom('review_mail_optouts').where('uid', '=', uid).execute();
    return;
  }
  const account = db
    .selectFrom('user')
    .select((is) => ['id as uid', is.val(new Date().toISOString()).as('at')])
    .where('id', '=', uid);
  // A link may be older than the removal of its account.
  await db
    .insertInto('review_mail_optouts')
    .columns(['uid', 'at'])
    .expression(account)
    .onConflict((conflict) => conflict.column('uid').doNothing())
    .execute();
}

/** The token of an account's link that ends mails about reviews. It works any number of times, and for nothing else. */
export function unsubscribeToken(uid: string, secret: string): string {
  return `${uid}.${signature(uid, secret)}`;
}

/** Ends mails about reviews for the account that a token names. Throws 400 INVALID_TOKEN for any other text. */
export async function unsubscribe(db: Db, token: string, secret: string): Promise<void> {
  const dot = token.lastIndexOf('.');
  const uid = token.slice(0, Math.max(0, dot));
  const given = Buffer.from(token.slice(dot + 1));
  const expected = Buffer.from(signature(uid, secret));
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) {
    throw new Refusal(400, 'INVALID_TOKEN', answerTexts.linkInvalid, { field: 'token' });
  }
  await chooseReviewMails(db, uid, false);
}

function signature(uid: string, secret: string): string {
  return createHmac('sha256', secret).update(`unsubscribe-review-mails:${uid}`).digest('base64url');
}
