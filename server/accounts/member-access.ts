import { handedLinkHours, memberAccountMessages, type ResetLink } from '#domain/member-account.ts';
import type { Member } from '#domain/members.ts';
import { Refusal } from '#server/http/refusal.ts';
import { sendRefusedAgain } from '#server/mail/refused-addresses.ts';
import { findMember } from '#server/members/member-store.ts';
import { noSuchMember } from '#server/members/named-member.ts';
import type { Trx } from '#server/store/open.ts';
import { findPassword } from './credentials.ts';
import type { AccountDeps } from './deps.ts';
import { isLocked } from './imported-hash.ts';
import { issueResetLink } from './mailed-tokens.ts';
import { endSessions } from './session-store.ts';

const lifetime = handedLinkHours * 60 * 60 * 1000;

/**
 * Makes a reset link for an administrator to hand over, and logs that it was made. Throws 404 MEMBER_NOT_FOUND, and 409
 * ACCOUNT_DISABLED for an account that no password opens.
 */
export async function handResetLink(
  { config, store }: AccountDeps,
  uid: string,
  actor: string,
): Promise<ResetLink> {
  return store.transact(async (trx) => {
    await lockMember(trx, uid);
    const account = await findPassword(trx, uid);
    if (isLocked(account?.password ?? null)) {
      throw new Refusal(409, 'ACCOUNT_DISABLED', memberAccountMessages.disabled);
    }
    const token = await issueResetLink(trx, uid, { lifetime, purpose: 'handed-over' });
    const now = Date.now();
    const at = new Date(now).toISOString();
    await trx.changes.append({ uid, actor, kind: 'reset-link-made', at, fields: {} });
    const url = `${config.portalUrl}/reset-password?token=${encodeURIComponent(token)}`;
    return { url, until: new Date(now + lifetime).toISOString() };
  });
}

/** Ends all sessions of a member, and logs it. @returns how many there were. Throws 404 MEMBER_NOT_FOUND. */
export async function endMemberSessions({ store }: AccountDeps, uid: string, actor: string): Promise<number> {
  return store.transact(async (trx) => {
    await lockMember(trx, uid);
    const at = new Date().toISOString();
    await trx.changes.append({ uid, actor, kind: 'sessions-ended', at, fields: {} });
    return endSessions(trx, uid);
  });
}

/** Sends what was refused again, to the address as it is now. @returns how many mails. Throws 404 MEMBER_NOT_FOUND. */
export async function sendMailsAgain({ store }: AccountDeps, uid: string): Promise<number> {
  return store.transact(async (trx) => {
    const { email } = await lockMember(trx, uid);
    return sendRefusedAgain(trx, uid, email);
  });
}

async function lockMember(trx: Trx, uid: string): Promise<Member> {
  await trx.changes.lock();
  const record = await findMember(trx, uid);
  if (!record) throw noSuchMember();
  return record;
}
