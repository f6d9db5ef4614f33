import type { Config } from '#server/config/config.ts';
import type { Content } from '#server/config/content.ts';
import { emailChangedMail, emailMovedMail } from '#server/mail/messages.ts';
import type { Outbox } from '#server/mail/outbox.ts';
import type { Trx } from '#server/store/open.ts';
import { emailTaken, isHeld } from './email-address.ts';
import {
  dropFormerEmail,
  type FormerEmail,
  findFormerEmail,
  keepFormerEmail,
  restoreValue,
} from './former-emails.ts';
import { issueToken } from './mailed-tokens.ts';
import { dropResetLinks } from './reset-links.ts';

/** Mailing a link needs these. A command has no more. */
export interface LinkMailing {
  config: Pick<Config, 'portalUrl'>;
  content: Pick<Content, 'club'>;
  outbox: Pick<Outbox, 'enqueue'>;
}

interface EmailChange {
  uid: string;
  from: string;
  to: string;
  /** Whether the former address was confirmed: only then is it surely the account's. */
  wasConfirmed: boolean;
}

/**
 * Copies name and e-mail of a saved profile to the account, in the caller's transaction. A new address is not
 * confirmed.
 */
export async function updateAccount(
  trx: Trx,
  account: { uid: string; name: string; email: string },
): Promise<void> {
  await trx
    .updateTable('user')
    .set((is) => ({
      name: account.name,
      email: account.email,
      emailVerified: is
        .case()
        .when('email', '=', account.email)
        .then(is.ref('emailVerified'))
        .else(false)
        .end(),
      updatedAt: new Date(),
    }))
    .where('id', '=', account.uid)
    .execute();
}

/**
 * The consequences of an e-mail change, in the same transaction (docs/decisions/email-change.md): reset links mailed to the
 * former address end, and if it was confirmed, it is held for its owner, who gets a link that reverts the change. Of several
 * changes within 7 days the first address alone has that right. Throws 409 EMAIL_TAKEN for an address that is held
 * for another account.
 */
export async function followEmailChange(
  deps: LinkMailing,
  trx: Trx,
  { uid, from, to, wasConfirmed }: EmailChange,
): Promise<void> {
  if (await isHeld(trx, to, uid)) throw emailTaken();
  await dropResetLinks(trx, uid);
  const former = await findFormerEmail(trx, uid);
  if (former?.email === to) {
    await dropFormerEmail(trx, uid);
    await trx.updateTable('user').set({ emailVerified: true }).where('id', '=', uid).execute();
  }
  if (former) return;
  if (wasConfirmed) await mailRestoreLink(deps, trx, await keepFormerEmail(trx, uid, from), to);
  else await deps.outbox.enqueue(trx, emailMovedMail(deps.content.club, { uid, to: from }));
}

/** Mails the former address a link that reverts the change, in the caller's transaction. */
export async function mailRestoreLink(
  { config, content, outbox }: LinkMailing,
  trx: Trx,
  { uid, email, until }: FormerEmail,
  newEmail: string | null = null,
): Promise<void> {
  const expiresAt = new Date(until);
  const token = await issueToken(trx, 'restore-email', { uid, value: restoreValue(uid), expiresAt });
  const link = `${config.portalUrl}/restore-email?token=${token}`;
  await outbox.enqueue(trx, emailChangedMail(content.club, { uid, to: email, newEmail, link }));
}
