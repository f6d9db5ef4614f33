import { type Context, Hono } from 'hono';
import { emptyBody } from '#domain/accounts.ts';
import { memberCorrection } from '#domain/corrections.ts';
import {
  confirmationOf,
  endedSessions,
  handedLinkHours,
  isConfirmed,
  mailsSentAgain,
  memberAccount,
  memberAccountMessages,
  memberRemoval,
  membersRemoval,
  membersRemoved,
  type ResetLink,
  resetLink,
} from '#domain/member-account.ts';
import { type Member, member } from '#domain/members.ts';
import { requires } from '#server/http/access.ts';
import { describeJson } from '#server/http/describe.ts';
import type { PortalEnv } from '#server/http/env.ts';
import { jsonBody } from '#server/http/input.ts';
import { Refusal } from '#server/http/refusal.ts';
import { sendRefusedAgain } from '#server/mail/refused-addresses.ts';
import { findMember } from '#server/members/member-store.ts';
import { noSuchMember, uidOf } from '#server/members/named-member.ts';
import type { Trx } from '#server/store/open.ts';
import { correctMember } from './correct-member.ts';
import { findPassword } from './credentials.ts';
import type { AccountDeps } from './deps.ts';
import { isLocked } from './imported-hash.ts';
import { issueResetLink } from './mailed-tokens.ts';
import { readMemberAccount } from './member-account.ts';
import { removeMembers } from './removal.ts';
import { endSessions } from './session-store.ts';

/** The administrator's care for one account: correct, help to sign in, remove (docs/decisions/member-care.md). */
export function memberAccountRoutes(deps: AccountDeps): Hono<PortalEnv> {
  const { outbox } = deps;
  const routes = new Hono<PortalEnv>();

  routes.patch(
    '/api/admin/members/:uid',
    requires('admin'),
    jsonBody(memberCorrection),
    describeJson('Corrects fields of a record; a changed email notifies both addresses.', member),
    async (c) => {
      const { reason, shown, ...fields } = c.req.valid('json');
      const uid = memberOf(c, deps);
      const corrected = await correctMember(deps, {
        ...{ uid, actor: c.var.user.uid, fields, reason, shown },
      });
      if (!corrected) throw noSuchMember();
      outbox.wake();
      return c.json(corrected);
    },
  );

  routes.get(
    '/api/admin/members/:uid/account',
    requires('admin'),
    describeJson('All that the portal knows about a member’s account and sign-in.', memberAccount),
    async (c) => {
      const account = await readMemberAccount(deps, uidOf(c));
      if (!account) throw noSuchMember();
      return c.json(account);
    },
  );

  routes.post(
    '/api/admin/members/:uid/reset-link',
    requires('admin'),
    jsonBody(emptyBody),
    describeJson(
      `Makes a link that sets a new password, once, for ${handedLinkHours} hours. It is shown only here.`,
      resetLink,
    ),
    async (c) => c.json(await handResetLink(deps, memberOf(c, deps), c.var.user.uid)),
  );

  routes.post(
    '/api/admin/members/:uid/end-sessions',
    requires('admin'),
    jsonBody(emptyBody),
    describeJson('Signs a member out on all devices.', endedSessions),
    async (c) => c.json({ ended: await endMemberSessions(deps, memberOf(c, deps), c.var.user.uid) }),
  );

  routes.post(
    '/api/admin/members/:uid/refused-mails',
    requires('admin'),
    jsonBody(emptyBody),
    describeJson('Sends a member again the emails that their address refused.', mailsSentAgain),
    async (c) => {
      const mails = await sendMailsAgain(deps, memberOf(c, deps));
      outbox.wake();
      return c.json({ mails });
    },
  );

  addRemoval(routes, deps);
  return routes;
}

function addRemoval(routes: Hono<PortalEnv>, deps: AccountDeps): void {
  const { config } = deps;

  routes.delete(
    '/api/admin/members/:uid',
    requires('admin'),
    jsonBody(memberRemoval),
    describeJson('Removes a member with everything of theirs; the name confirms it.', membersRemoved),
    async (c) => {
      const uid = memberOf(c, deps);
      const record = await findMember(deps.store.db, uid);
      if (!record) throw noSuchMember();
      const wanted = confirmationOf(record);
      if (!isConfirmed(c.req.valid('json').confirm, wanted))
        throw notConfirmed(memberAccountMessages.wrongName(wanted));
      return c.json({ removed: await removeMembers(deps, [uid], c.var.user.uid) });
    },
  );

  routes.delete(
    '/api/admin/members',
    requires('admin'),
    jsonBody(membersRemoval),
    describeJson('Removes several members; their number confirms it.', membersRemoved),
    async (c) => {
      const { uids, confirm } = c.req.valid('json');
      if (uids.includes(config.adminUid)) throw staff();
      const count = new Set(uids).size;
      if (confirm !== count) throw notConfirmed(memberAccountMessages.wrongCount(count));
      return c.json({ removed: await removeMembers(deps, uids, c.var.user.uid) });
    },
  );
}

/** The member that the address names. Throws 409 STAFF_ACCOUNT for an administrator, who has `portal admin`. */
function memberOf(c: Context<PortalEnv>, { config }: AccountDeps): string {
  const uid = uidOf(c);
  if (uid === config.adminUid) throw staff();
  return uid;
}

function staff(): Refusal {
  return new Refusal(409, 'STAFF_ACCOUNT', memberAccountMessages.staff);
}

function notConfirmed(text: string): Refusal {
  return new Refusal(409, 'NOT_CONFIRMED', text, { field: 'confirm' });
}

const lifetime = handedLinkHours * 60 * 60 * 1000;

/**
 * Makes a reset link for an administrator to hand over, and logs that it was made. Throws 404 MEMBER_NOT_FOUND, and 409
 * ACCOUNT_DISABLED for an account that no password opens.
 */
async function handResetLink({ config, store }: AccountDeps, uid: string, actor: string): Promise<ResetLink> {
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
async function endMemberSessions({ store }: AccountDeps, uid: string, actor: string): Promise<number> {
  return store.transact(async (trx) => {
    await lockMember(trx, uid);
    await trx.changes.append({ uid, actor, kind: 'sessions-ended', fields: {} });
    return endSessions(trx, uid);
  });
}

/** Sends what was refused again, to the address as it is now. @returns how many mails. Throws 404 MEMBER_NOT_FOUND. */
async function sendMailsAgain({ store }: AccountDeps, uid: string): Promise<number> {
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
