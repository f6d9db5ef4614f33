import type { Config } from '#server/config/config.ts';
import type { Content } from '#server/config/content.ts';
import { emailChangedMail, emailMovedMail } from '#server/mail/messages.ts';
import type { Outbox } from '#server/mail/outbox.ts';
import type { Trx } from '#server/store/open.ts';
import { emailTaken, isHeld } from './email-address.ts';
import { dropTokens, issueToken, resetPurposes, unexpiredTokens } from './mailed-tokens.ts';

/** How long an e-mail change can be reverted, in milliseconds. */
const restoreLifetime = 7 * 24 * 60 * 60 * 1000;

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
  await dropTokens(trx, uid, ...resetPurposes);
  const former = await unexpiredTokens(trx, 'restore-email').where('uid', '=', uid).executeTakeFirst();
  if (former?.email === to) {
    await dropTokens(trx, uid, 'restore-email');
    await trx.updateTable('user').set({ emailVerified: true }).where('id', '=', uid).execute();
  }
  if (former) return;
  const expiresAt = new Date(Date.now() + restoreLifetime);
  if (wasConfirmed) await mailRestoreLink(deps, trx, { uid, email: from, expiresAt }, to);
  else await deps.outbox.enqueue(trx, emailMovedMail(deps.content.club, { uid, to: from }));
}

/** Mails the former address a link that reverts the change, in the caller's transaction. While it works, the address is held. */
export async function mailRestoreLink(
  { config, content, outbox }: LinkMailing,
  trx: Trx,
  { uid, email, expiresAt }: { uid: string; email: string; expiresAt: Date },
  newEmail: string | null = null,
): Promise<void> {
  const token = await issueToken(trx, { purpose: 'restore-email', uid, email, expiresAt });
  const link = `${config.portalUrl}/restore-email?token=${token}`;
  await outbox.enqueue(trx, emailChangedMail(content.club, { uid, to: email, newEmail, link }));
}
