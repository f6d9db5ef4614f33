import { randomBytes } from 'node:crypto';
import type { Context } from 'hono';
import type { SessionUser } from '#domain/accounts.ts';
import { recruitmentNews } from '#domain/dates.ts';
import { unfilledFields } from '#domain/members.ts';
import type { Registration } from '#domain/registration.ts';
import type { RegistrationSettings } from '#domain/registration-settings.ts';
import { timeZoneOf } from '#server/config/config.ts';
import type { PortalEnv } from '#server/http/env.ts';
import { Refusal } from '#server/http/refusal.ts';
import { insertMembers } from '#server/members/member-store.ts';
import { chunk } from '#server/store/chunk.ts';
import type { Db, Trx } from '#server/store/open.ts';
import { refuseDomain, refusedField } from './allowed-values.ts';
import { browserSession } from './browser-session.ts';
import type { AccountDeps } from './deps.ts';
import { assignEmail, emailTaken, isHeld } from './email-address.ts';
import { mailConfirmation, mayMailConfirmation } from './email-confirmation.ts';
import type { Identity } from './provider.ts';
import { addIdentity, freeAddress } from './provider-sign-in.ts';
import { sessionUser } from './sessions.ts';

/** The answers to the form, with the password or with the person at the provider, who has the address. */
type NewMember = Omit<Registration, 'password' | 'confirmPassword' | 'agreeToTerms'> &
  ({ password: string } | { identity: Identity });

/**
 * Creates account, record and first session together, or nothing, sets the session's cookie, and mails a confirmation
 * link. Throws 409 EMAIL_TAKEN if the address has an account already or is held for one, and 503 TOO_BUSY.
 */
export async function register(
  deps: AccountDeps,
  c: Context<PortalEnv>,
  form: NewMember,
): Promise<SessionUser> {
  const { config, content, outbox, passwords, store } = deps;
  const recruitment = recruitmentNews(content.dates, Date.now(), timeZoneOf(deps));
  if (!recruitment.open) throw new Refusal(403, 'RECRUITMENT_CLOSED', `${recruitment.text}.`);
  refuseOutsiders(content.registration, form);
  const sender = c.var.sender();
  const identity = 'identity' in form ? form.identity : null;
  if (!identity && (await isTaken(store.db, form.email))) throw emailTaken();
  // Hashing takes tens of milliseconds: never inside the transaction.
  const password =
    'password' in form ? await passwords.hash(form.password, { lane: 'registration', sender }) : null;
  const uid = newUid();
  const session = await browserSession(deps, c);
  const confirms = !identity && (await mayMailConfirmation(deps, { to: form.email, sender }));
  const token = await assignEmail(store, async (trx) => {
    if (await isHeld(trx, form.email)) throw emailTaken();
    if (identity) await freeAddress(deps, trx, { email: form.email, owner: uid });
    const account = { uid, name: form.fullName, email: form.email, password };
    await insertAccounts(trx, [{ ...account, emailVerified: identity !== null }]);
    if (identity) await addIdentity(trx, identity, uid);
    await insertMembers(trx, [newRecord(uid, form)], 'registered');
    if (confirms) await mailConfirmation(deps, trx, { uid, email: form.email });
    return session.begin(trx, uid);
  });
  if (confirms) outbox.wake();
  await session.setCookies(token);
  const emailVerified = identity !== null;
  return sessionUser({ id: uid, email: form.email, name: form.fullName, emailVerified }, config);
}

/** Refuses what the club's settings exclude, after the form's own checks. */
function refuseOutsiders(settings: RegistrationSettings, { department, email }: NewMember): void {
  if (!settings.departments.includes(department)) throw refusedField('department', 'Department is required');
  refuseDomain(settings, email);
}

export function newUid(): string {
  return randomBytes(16).toString('base64url');
}

export interface NewAccount {
  uid: string;
  name: string;
  email: string;
  /** The hash; null for an account that has no password yet. */
  password: string | null;
  emailVerified?: boolean;
  createdAt?: Date;
}

/** Accounts that sign in by password, a few hundred at most. `now` is when their passwords were set. */
export async function insertAccounts(
  trx: Trx,
  accounts: readonly NewAccount[],
  now = new Date(),
): Promise<void> {
  const users = accounts.map(({ uid, name, email, emailVerified = false, createdAt = now }) => ({
    id: uid,
    name,
    email,
    emailVerified,
    createdAt,
    updatedAt: createdAt,
  }));
  for (const piece of chunk(users)) await trx.insertInto('user').values(piece).execute();
  const credentials = accounts.map(({ uid, password }) => ({ userId: uid, password, updatedAt: now }));
  for (const piece of chunk(credentials)) await trx.insertInto('account').values(piece).execute();
}

async function isTaken(db: Db, email: string): Promise<boolean> {
  const row = await db.selectFrom('user').select('id').where('email', '=', email).executeTakeFirst();
  return row !== undefined || isHeld(db, email);
}

function newRecord(uid: string, form: NewMember) {
  return {
    uid,
    fullName: form.fullName,
    email: form.email,
    studentId: form.studentId,
    department: form.department,
    yearOfStudy: form.yearOfStudy,
    contactNumber: form.contactNumber,
    createdAt: new Date().toISOString(),
    registrationComplete: true,
    ...unfilledFields,
  };
}
