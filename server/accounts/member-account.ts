import {
  type BackupsKept,
  type MailKind,
  type MailOutcome,
  type MemberAccount,
  mailsShown,
  sameStudentIdCap,
} from '#domain/member-account.ts';
import type { Member } from '#domain/members.ts';
import { shownStates } from '#server/mail/outbox-store.ts';
import { countRefused } from '#server/mail/refused-addresses.ts';
import { studentIdKey } from '#server/members/derived-columns.ts';
import { findMember } from '#server/members/member-store.ts';
import { countRows } from '#server/store/count-rows.ts';
import type { Db } from '#server/store/open.ts';
import { readState } from '#server/store/portal-state.ts';
import { findCredentials } from './credentials.ts';
import type { AccountDeps } from './deps.ts';
import { isLocked } from './imported-hash.ts';
import { resetPurposes, type TokenPurpose, unexpiredTokens } from './mailed-tokens.ts';
import { validSessions } from './session-store.ts';
import { attemptKey } from './sign-in.ts';

/** Reads all that the portal knows about a member's account and sign-in. Null if there is no such member. */
export async function readMemberAccount(
  { config, limits, store: { db } }: AccountDeps,
  uid: string,
): Promise<MemberAccount | null> {
  const record = await findMember(db, uid);
  if (!record) return null;
  const account = await findCredentials(db, record.email);
  const devices = await db
    .selectFrom('known_devices')
    .select(['id', 'lastUsedAt'])
    .where('uid', '=', uid)
    .execute();
  const sessions = await validSessions(db, uid);
  const former = await newestToken(db, uid, 'restore-email');
  const resetLink = await newestToken(db, uid, ...resetPurposes);
  const callers = [record.email, ...devices.map(({ id }) => id)];
  const delays = callers.map((caller) => limits.signIn.delay(attemptKey(caller, account?.hash)));
  const delay = Math.max(0, ...(await Promise.all(delays)));
  return {
    confirmed: Boolean(account?.emailVerified),
    sendsMail: config.smtpUrl !== undefined,
    password: passwordState(account?.hash ?? null),
    lastSignInAt: latest([
      ...devices.map(({ lastUsedAt }) => lastUsedAt),
      ...sessions.map(({ createdAt }) => new Date(createdAt).toISOString()),
      await lastSignInBeforeImport(db, uid),
    ]),
    sessions: sessions.length,
    delayedUntil: delay > 0 ? new Date(Date.now() + delay).toISOString() : null,
    resetLinkUntil: resetLink?.until ?? null,
    formerEmail: former?.email ? { email: former.email, until: former.until } : null,
    mails: await latestMails(db, uid),
    refusedMails: await countRefused(db, uid),
    sameName: await countNamesakes(db, uid),
    sameStudentId: await othersWithStudentId(db, record),
    backups: await backupsKept(db),
  };
}

async function newestToken(db: Db, uid: string, ...purposes: TokenPurpose[]) {
  const token = await unexpiredTokens(db, ...purposes)
    .where('uid', '=', uid)
    .orderBy('expiresAt', 'desc')
    .executeTakeFirst();
  return token && { email: token.email, until: new Date(token.expiresAt).toISOString() };
}

function passwordState(hash: string | null): MemberAccount['password'] {
  if (hash === null) return 'none';
  return isLocked(hash) ? 'disabled' : 'set';
}

async function lastSignInBeforeImport(db: Db, uid: string): Promise<string | null> {
  const row = await db
    .selectFrom('imported_accounts')
    .select('lastSignedInAt')
    .where('uid', '=', uid)
    .executeTakeFirst();
  return row?.lastSignedInAt ?? null;
}

function latest(times: readonly (string | null)[]): string | null {
  return (
    times
      .filter((time) => time !== null)
      .toSorted()
      .at(-1) ?? null
  );
}

/** The newest mails about an account, or of a kind to an address. */
export async function latestMails(
  db: Db,
  uid: string,
  only: { kind: MailKind; to: string } | null = null,
): Promise<MailOutcome[]> {
  let query = db
    .selectFrom('mail_outbox')
    .select(['kind', 'createdAt', 'state', 'lastError'])
    .where('uid', '=', uid)
    // Those go to the club.
    .where('kind', '!=', 'form-message')
    .where('state', '!=', 'skipped')
    .orderBy('createdAt', 'desc')
    .limit(mailsShown);
  if (only) query = query.where('kind', '=', only.kind).where('to', '=', only.to);
  const rows = await query.execute();
  return rows.map(({ state, lastError, ...mail }) => ({
    ...mail,
    state: shownStates[state],
    fault: lastError,
  }));
}

function countNamesakes(db: Db, uid: string): Promise<number> {
  const name = db.selectFrom('members').select('nameKey').where('uid', '=', uid);
  return countRows(db.selectFrom('members').where('nameKey', '=', name).where('uid', '!=', uid));
}

/** Other members with the same student ID, in any spelling of it. */
async function othersWithStudentId(db: Db, { uid, studentId }: Member) {
  const key = studentIdKey(studentId);
  if (key === '') return [];
  return db
    .selectFrom('members')
    .select(['uid', 'fullName', 'email'])
    .where('studentIdKey', '=', key)
    .where('uid', '!=', uid)
    .orderBy('uid')
    .limit(sameStudentIdCap)
    .execute();
}

/** The last backup of before a removal is deleted when as many newer ones are there as are kept. */
async function backupsKept(db: Db): Promise<BackupsKept> {
  const state = await readState(db, 'backup');
  if (!state || state.fault !== null) return { lastAt: null, goneAt: null };
  const goneAt = state.keptFor ? new Date(Date.now() + state.keptFor).toISOString() : null;
  return { lastAt: state.at, goneAt };
}
