import { createHmac, timingSafeEqual } from 'node:crypto';
import { sql } from 'kysely';
import { answerTexts } from '#domain/answers.ts';
import { invalidToken } from '#server/http/refusal.ts';
import type { Db } from '#server/store/open.ts';

/** Mails that an account can do without, with the purpose that its links are signed for. Those about the account are not among them. */
const optionalMails = {
  review: 'unsubscribe-review-mails',
  'group-message': 'unsubscribe-group-messages',
} as const;
export type OptionalMail = keyof typeof optionalMails;

const kinds = Object.keys(optionalMails) as OptionalMail[];

/** Whether an account wants mails of a kind. It does until it says otherwise. */
export async function wantsMails(db: Db, uid: string, kind: OptionalMail): Promise<boolean> {
  const row = await db
    .selectFrom('mail_optouts')
    .select('id')
    .where('id', '=', idOf(uid, kind))
    .executeTakeFirst();
  return row === undefined;
}

/** For a query: only rows whose account wants mails of a kind. `uid`: its column, such as `members.uid`. */
export function wantedBy(uid: string, kind: OptionalMail) {
  return sql<boolean>`not exists (select 1 from mail_optouts where mail_optouts.uid = ${sql.ref(uid)} and mail_optouts.kind = ${kind})`;
}

export async function chooseMails(db: Db, uid: string, kind: OptionalMail, wanted: boolean): Promise<void> {
  if (wanted) {
    await db.deleteFrom('mail_optouts').where('id', '=', idOf(uid, kind)).execute();
    return;
  }
  const account = db
    .selectFrom('user')
    .select((is) => [
      is.val(idOf(uid, kind)).as('id'),
      'user.id as uid',
      is.val<string>(kind).as('kind'),
      is.val(new Date().toISOString()).as('at'),
    ])
    .where('user.id', '=', uid);
  // A link may be older than the removal of its account.
  await db
    .insertInto('mail_optouts')
    .columns(['id', 'uid', 'kind', 'at'])
    .expression(account)
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();
}

/** The address that ends mails of a kind for an account. It works any number of times, and for nothing else. */
export function unsubscribeAddress(
  { portalUrl, authSecret }: { portalUrl: string; authSecret: string },
  uid: string,
  kind: OptionalMail,
): string {
  const token = `${uid}.${signature(uid, kind, authSecret)}`;
  return `${portalUrl}/unsubscribe?token=${encodeURIComponent(token)}`;
}

/** Ends the mails that a token names, for its account. Throws 400 INVALID_TOKEN for any other text. */
export async function unsubscribe(db: Db, token: string, secret: string): Promise<void> {
  const dot = token.lastIndexOf('.');
  const uid = token.slice(0, Math.max(0, dot));
  const given = Buffer.from(token.slice(dot + 1));
  const kind = kinds.find((each) => isSame(given, Buffer.from(signature(uid, each, secret))));
  if (!kind) throw invalidToken(answerTexts.linkInvalid);
  await chooseMails(db, uid, kind, false);
}

function isSame(given: Buffer, expected: Buffer): boolean {
  return given.length === expected.length && timingSafeEqual(given, expected);
}

function signature(uid: string, kind: OptionalMail, secret: string): string {
  return createHmac('sha256', secret).update(`${optionalMails[kind]}:${uid}`).digest('base64url');
}

function idOf(uid: string, kind: OptionalMail): string {
  return `${kind} ${uid}`;
}
