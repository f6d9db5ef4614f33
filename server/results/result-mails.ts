import { trackLabels } from '#domain/member-choices.ts';
import { resultEmail } from '#domain/result-texts.ts';
import type { Deps } from '#server/deps.ts';
import type { Mail } from '#server/mail/mail.ts';
import { resultMail, resultWithdrawnMail } from '#server/mail/messages.ts';
import { findAccount } from '#server/store/find-account.ts';
import type { Db } from '#server/store/open.ts';
import { readSettings } from './release-state.ts';

/** The name of the emails of a release among those that go to many. */
export const resultsBulk = 'results';

type ComposeDeps = Pick<Deps, 'config' | 'content'>;

/** The email about a member's result as it is now; null if there is nobody to write to, or nothing to say. */
export async function composeResultMail(
  { config, content }: ComposeDeps,
  db: Db,
  uid: string,
  { corrected = false } = {},
): Promise<Mail | null> {
  const row = await db
    .selectFrom('results')
    .innerJoin('user', 'user.id', 'results.uid')
    .select(['results.outcome', 'results.track', 'user.name', 'user.email', 'user.emailVerified'])
    .where('results.uid', '=', uid)
    .executeTakeFirst();
  if (!row) return null;
  const { texts } = await readSettings(db, content);
  return resultMail(content.club, {
    uid,
    to: row.email,
    dashboard: `${config.portalUrl}/dashboard`,
    corrected,
    ...resultEmail(texts[row.outcome], {
      name: row.emailVerified ? row.name : null,
      track: row.track && trackLabels[row.track],
    }),
  });
}

/** The email to a member whose result was taken back; null without an account. */
export async function composeWithdrawal(
  { config, content }: ComposeDeps,
  db: Db,
  uid: string,
): Promise<Mail | null> {
  const account = await findAccount(db, uid);
  return account
    ? resultWithdrawnMail(content.club, {
        uid,
        to: account.email,
        dashboard: `${config.portalUrl}/dashboard`,
      })
    : null;
}
