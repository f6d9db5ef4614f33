import type { Context } from 'hono';
import type { SessionUser } from '#domain/accounts.ts';
import { type ChangedFields, type ChangeKind, staffScope } from '#domain/changes.ts';
import { newPassword } from '#domain/new-password.ts';
import type { PagePath } from '#domain/pages.ts';
import {
  type Acceptance,
  type InvitationLink,
  type Invited,
  invitationDays,
  type ReviewerList,
  reviewerRefusals,
  reviewersCap,
} from '#domain/reviewers.ts';
import type { PortalEnv } from '#server/http/env.ts';
import { invalidToken, Refusal } from '#server/http/refusal.ts';
import { invitationMail } from '#server/mail/messages.ts';
import { hasApplied, seasonStart } from '#server/members/applied.ts';
import { countRows } from '#server/store/count-rows.ts';
import { findAccount } from '#server/store/find-account.ts';
import type { Db, Trx } from '#server/store/open.ts';
import { refusedField } from './allowed-values.ts';
import { browserSession } from './browser-session.ts';
import { findCredentials } from './credentials.ts';
import type { AccountDeps } from './deps.ts';
import { assignEmail, emailTaken, isHeld } from './email-address.ts';
import { findToken, issueToken, unexpiredTokens, useToken } from './mailed-tokens.ts';
import { latestMails } from './member-account.ts';
import { insertAccounts, newUid } from './registration.ts';
import { dropFactors } from './second-factor.ts';
import { endSessions } from './session-store.ts';
import { sessionUser } from './sessions.ts';
import { signInByPassword } from './sign-in.ts';
import { makeReviewer } from './staff.ts';

const lifetime = invitationDays * 24 * 60 * 60 * 1000;

/** All reviewers, and the invitations that still work. */
export async function listReviewers({ config, store: { db } }: AccountDeps): Promise<ReviewerList> {
  const reviewers = await db
    .selectFrom('staff')
    .innerJoin('user', 'user.id', 'staff.uid')
    .select(['staff.uid', 'user.name', 'user.email', 'staff.member', 'staff.since'])
    .where('role', '=', 'reviewer')
    .orderBy('staff.since')
    .execute();
  const open = await unexpiredTokens(db, 'invitation').select('id').orderBy('expiresAt').execute();
  const invitations = [];
  for (const { id, uid, email, expiresAt } of open) {
    const [mail] = await latestMails(db, uid, { kind: 'invitation', to: email ?? '' });
    const until = new Date(expiresAt).toISOString();
    invitations.push({ id, email: email ?? '', until, mail: mail?.state ?? null });
  }
  return {
    reviewers: reviewers.map((row) => ({ ...row, member: row.member === 1 })),
    invitations,
    sendsMail: config.smtpUrl !== undefined,
  };
}

/**
 * Mails an invitation, and ends a former one of the address. Throws 409 HAS_APPLIED, STAFF_ACCOUNT or TOO_MANY_REVIEWERS,
 * and 429 over the limits of mails.
 */
export function inviteReviewer(deps: AccountDeps, actor: string, email: string): Promise<InvitationLink> {
  return invite(deps, actor, email, {
    purpose: 'invitation',
    page: '/join',
    mail: invitationMail,
    kind: 'reviewer-invited',
    refuseUnfit: (db) => refuseUnfit(deps, db, email),
    async begin(trx) {
      await dropInvitations(trx, 'email', email);
      if ((await countTaken(trx)) >= reviewersCap)
        throw new Refusal(409, 'TOO_MANY_REVIEWERS', reviewerRefusals.tooMany);
    },
  });
}

interface Invitation {
  purpose: 'invitation' | 'hand-over';
  page: PagePath;
  mail: typeof invitationMail;
  kind: ChangeKind;
  refuseUnfit: (db: Db) => Promise<void>;
  /** Runs in the transaction before the link is made. */
  begin: (trx: Trx) => Promise<void>;
}

/** Mails an address a link to become one of the staff. Throws 429 over the limits of mails, and what the invitation refuses. */
export async function invite(
  { config, content, limits, outbox, store }: AccountDeps,
  actor: string,
  email: string,
  { purpose, page, mail, kind, refuseUnfit, begin }: Invitation,
): Promise<InvitationLink> {
  await refuseUnfit(store.db);
  await limits.mails.take('invitation', { to: email });
  const expiresAt = new Date(Date.now() + lifetime);
  const url = await store.change(async (trx) => {
    await refuseUnfit(trx);
    await begin(trx);
    const token = await issueToken(trx, { purpose, uid: actor, email, expiresAt });
    const link = `${config.portalUrl}${page}?token=${encodeURIComponent(token)}`;
    await outbox.enqueue(trx, mail(content.club, { uid: actor, to: email, link }));
    await logStaff(trx, { actor, kind, fields: { email: { old: null, new: email } } });
    return link;
  });
  outbox.wake();
  return { url, until: expiresAt.toISOString() };
}

/** Throws 404 NOT_FOUND. */
export async function revokeInvitation({ store }: AccountDeps, actor: string, id: string): Promise<void> {
  await store.change(async (trx) => {
    const [dropped] = await dropInvitations(trx, 'id', id);
    if (!dropped) throw new Refusal(404, 'NOT_FOUND', reviewerRefusals.invitationMissing);
    const email = { old: dropped.email, new: null };
    await logStaff(trx, { actor, kind: 'invitation-revoked', fields: { email } });
  });
}

/**
 * Ends a role, and with it all sessions and claims. The account goes, unless it is also a member's; the name stays with the reviews.
 * Throws 404 NOT_FOUND.
 */
export async function endReviewer({ store }: AccountDeps, actor: string, uid: string): Promise<void> {
  await store.change(async (trx) => {
    if (!(await endRole(trx, actor, uid))) throw new Refusal(404, 'NOT_FOUND', reviewerRefusals.missing);
  });
}

/** Ends a role in a transaction that has locked the log. @returns whether the account had the role */
export async function endRole(trx: Trx, actor: string, uid: string): Promise<boolean> {
  const account = await findAccount(trx, uid);
  const ended = await trx
    .updateTable('staff')
    .set({ role: 'former', ...(account && { name: account.name }) })
    .where('uid', '=', uid)
    .where('role', '=', 'reviewer')
    .returning(['name', 'member'])
    .executeTakeFirst();
  if (!ended) return false;
  await endSessions(trx, uid);
  await dropFactors(trx, uid);
  const { numDeletedRows } = await trx
    .deleteFrom('review_claims')
    .where('reviewer', '=', uid)
    .executeTakeFirst();
  if (numDeletedRows > 0) await logStaff(trx, { actor, kind: 'claim-changed', fields: {} });
  if (ended.member === 0) await trx.deleteFrom('user').where('id', '=', uid).execute();
  await logStaff(trx, { actor, kind: 'reviewer-ended', fields: { name: { old: ended.name, new: null } } });
  return true;
}

/** The person that a link invites. Throws 400 INVALID_TOKEN. */
export async function readInvitation({ store: { db } }: AccountDeps, token: string): Promise<Invited> {
  const email = await invitedAddress(db, token);
  return { email, name: (await findCredentials(db, email))?.name ?? null };
}

/**
 * Makes the invited person a reviewer, and signs them in: with a new account, or with the one that has the address, whose
 * password opens it. Throws 400 INVALID_TOKEN, and 409 HAS_APPLIED for an applicant of this season.
 */
export async function acceptInvitation(
  deps: AccountDeps,
  c: Context<PortalEnv>,
  wanted: Acceptance,
): Promise<SessionUser> {
  const { db } = deps.store;
  const email = await invitedAddress(db, wanted.token);
  if (!(await findCredentials(db, email))) return joinAsNew(deps, c, { ...wanted, email });
  // The account may be one that this link has just made.
  await invitedAddress(db, wanted.token);
  return joinWithAccount(deps, c, { ...wanted, email });
}

type Joining = Acceptance & { email: string };

async function joinWithAccount(
  deps: AccountDeps,
  c: Context<PortalEnv>,
  { token, email, password }: Joining,
): Promise<SessionUser> {
  const { config, store } = deps;
  await refuseUnfit(deps, store.db, email, reviewerRefusals.youApplied);
  const { user } = await signInByPassword(deps, c, { email, password });
  return store.change(async (trx) => {
    const account = await findCredentials(trx, email);
    const used = await useToken(trx, token, 'invitation');
    if (!used || !account || account.id !== user?.uid) throw invalidToken(reviewerRefusals.linkInvalid);
    await refuseUnfit(deps, trx, email, reviewerRefusals.youApplied);
    const member = await findRecord(trx, account.id).executeTakeFirst();
    await makeReviewer(trx, { uid: account.id, name: account.name, member: member !== undefined });
    await logJoined(trx, account.id, account.name);
    return sessionUser({ ...account, role: 'reviewer', member: member ? 1 : 0 }, config);
  });
}

async function joinAsNew(
  deps: AccountDeps,
  c: Context<PortalEnv>,
  { token, email, name, password }: Joining,
): Promise<SessionUser> {
  const { config, passwords, store } = deps;
  if (name === undefined) throw refusedField('name', 'Name is required');
  const tooWeak = newPassword.safeParse(password).error?.issues[0];
  if (tooWeak) throw refusedField('password', tooWeak.message);
  const hash = await passwords.hash(password, { lane: 'link', sender: c.var.sender(), caller: email });
  const session = await browserSession(deps, c);
  const uid = newUid();
  const begun = await assignEmail(store, async (trx) => {
    if (!(await useToken(trx, token, 'invitation'))) throw invalidToken(reviewerRefusals.linkInvalid);
    if (await isHeld(trx, email)) throw emailTaken();
    await insertAccounts(trx, [{ uid, name, email, password: hash }]);
    await makeReviewer(trx, { uid, name });
    await logJoined(trx, uid, name);
    return session.begin(trx, uid);
  });
  await session.setCookies(begun);
  return sessionUser({ id: uid, email, name, emailVerified: false, role: 'reviewer' }, config);
}

async function invitedAddress(db: Db, token: string): Promise<string> {
  const invitation = await findToken(db, token, 'invitation');
  if (!invitation?.email) throw invalidToken(reviewerRefusals.linkInvalid);
  return invitation.email;
}

/** Refuses an address that belongs to the staff already, or to an applicant of this season. */
async function refuseUnfit(
  { config, content }: AccountDeps,
  db: Db,
  email: string,
  applied: string = reviewerRefusals.applied,
): Promise<void> {
  const account = await findCredentials(db, email);
  if (!account) return;
  if (account.id === config.adminUid) throw new Refusal(409, 'STAFF_ACCOUNT', reviewerRefusals.administrator);
  if (account.role === 'reviewer') throw new Refusal(409, 'STAFF_ACCOUNT', reviewerRefusals.already);
  const since = await seasonStart(db);
  const record = await findRecord(db, account.id).where(hasApplied(since)).executeTakeFirst();
  // The first season begins when its registration opens. Without that date, every record may be of it.
  const { opensAt } = content.dates;
  if (record && (since || !opensAt || Date.parse(record.createdAt) >= Date.parse(opensAt)))
    throw new Refusal(409, 'HAS_APPLIED', applied, { field: 'email' });
}

function findRecord(db: Db, uid: string) {
  return db.selectFrom('members').select('createdAt').where('uid', '=', uid);
}

function dropInvitations(trx: Trx, by: 'id' | 'email', value: string) {
  return trx
    .deleteFrom('mailed_tokens')
    .where('purpose', '=', 'invitation')
    .where(by, '=', value)
    .returning('email')
    .execute();
}

async function countTaken(db: Db): Promise<number> {
  const reviewers = db.selectFrom('staff').where('role', '=', 'reviewer');
  return (await countRows(reviewers)) + (await unexpiredTokens(db, 'invitation').execute()).length;
}

export function logJoined(trx: Trx, actor: string, name: string): Promise<void> {
  return logStaff(trx, { actor, kind: 'reviewer-joined', fields: { name: { old: null, new: name } } });
}

export function logStaff(
  trx: Trx,
  change: { actor: string; kind: ChangeKind; fields: ChangedFields },
): Promise<void> {
  return trx.changes.append({ ...change, uid: staffScope });
}
