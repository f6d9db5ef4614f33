import { changedFields } from '#domain/changes.ts';
import { trackLabels } from '#domain/member-choices.ts';
import { resultEmail } from '#domain/result-texts.ts';
import type { Deps } from '#server/deps.ts';
import type { Mail } from '#server/mail/mail.ts';
import { resultMail, resultWithdrawnMail } from '#server/mail/messages.ts';
import { findAccount } from '#server/store/find-account.ts';
import type { Db } from '#server/store/open.ts';
import { readSettings } from './release-state.ts';

type ComposeDeps = Pick<Deps, 'config' | 'content'>;

/** The email about a member's result as it is now, or about its withdrawal. Null if there is nobody to write to. */
export async function composeResultMail(
  { config, content }: ComposeDeps,
  db: Db,
  uid: string,
): Promise<Mail | null> {
  const row = await db
    .selectFrom('results')
    .innerJoin('user', 'user.id', 'results.uid')
    .select(['results.outcome', 'results.track', 'user.name', 'user.email', 'user.emailVerified'])
    .where('results.uid', '=', uid)
    .executeTakeFirst();
  if (!row) return composeWithdrawal({ config, content }, db, uid);
  const { texts } = await readSettings(db, content);
  return resultMail(content.club, {
    uid,
    to: row.email,
    dashboard: `${config.portalUrl}/dashboard`,
    corrected: await isCorrected(db, uid),
    ...resultEmail(texts[row.outcome], {
      name: row.emailVerified ? row.name : null,
      track: row.track && trackLabels[row.track],
    }),
  });
}

/** Whether the member has seen another result. */
async function isCorrected(db: Db, uid: string): Promise<boolean> {
  const corrections = await db
    .selectFrom('changes')
    .select('fields')
    .where('uid', '=', uid)
    .where('kind', '=', 'result-corrected')
    .execute();
  return corrections.some(({ fields }) => changedFields.parse(JSON.parse(fields)).outcome?.old != null);
}

async function composeWithdrawal(
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
