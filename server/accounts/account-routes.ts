import { Hono } from 'hono';
import { emptyBody, type Session, session, signIn } from '#domain/accounts.ts';
import { type Member, member } from '#domain/members.ts';
import { type Profile, type ProfileSave, profileSave } from '#domain/profile.ts';
import { registration } from '#domain/registration.ts';
import { buildHeader } from '#domain/release.ts';
import { accountHeader } from '#domain/shown-account.ts';
import { waitMessages } from '#domain/waiting.ts';
import { refuseOtherAccount, requires } from '#server/http/access.ts';
import { describeJson } from '#server/http/describe.ts';
import type { PortalEnv } from '#server/http/env.ts';
import { jsonBody } from '#server/http/input.ts';
import { mailShare } from '#server/limits/mail-limits.ts';
import { memberOr404 } from '#server/members/member-routes.ts';
import { findMember } from '#server/members/member-store.ts';
import { findAccount } from '#server/store/find-account.ts';
import { offersDepartment, refuseDomain, refusedField } from './allowed-values.ts';
import { changeDetails, present } from './correct-member.ts';
import type { AccountDeps } from './deps.ts';
import { mayMailConfirmation } from './email-confirmation.ts';
import { register } from './registration.ts';
import { endSession } from './session-store.ts';
import { signInAdministrator, signInByPassword } from './sign-in.ts';

export function accountRoutes(deps: AccountDeps): Hono<PortalEnv> {
  const { sessions, limits, client, store } = deps;
  const routes = new Hono<PortalEnv>();

  routes.get(
    '/api/session',
    requires('public'),
    describeJson('The signed-in user, or null. A page may name the account that it shows.', session),
    async (c) => {
      const user = await c.var.readSession();
      const shown = c.req.header(accountHeader);
      const removed = !user && shown !== undefined && !(await findAccount(store.db, shown));
      const current: Session = { user, ...(removed && { removed }) };
      // Every open page polls this, and learns from it that a newer build is out.
      const build = await client.current().catch(() => null);
      return c.json(current, 200, build ? { [buildHeader]: build.id } : {});
    },
  );

  routes.post(
    '/api/register',
    requires('public'),
    limits.registration,
    jsonBody(registration),
    describeJson('Makes account and record together, and signs in.', session, 201),
    async (c) => c.json<Session>({ user: await register(deps, c, c.req.valid('json')) }, 201),
  );

  routes.post(
    '/api/auth/sign-in/email',
    requires('public'),
    jsonBody(signIn),
    describeJson('Signs in.', session),
    async (c) => c.json(await signInByPassword(deps, c, c.req.valid('json'))),
  );

  routes.post(
    '/api/admin/sign-in',
    requires('public'),
    jsonBody(signIn),
    describeJson('Signs in the administrator; anyone else is refused and not signed in.', session),
    async (c) => c.json<Session>(await signInAdministrator(deps, c, c.req.valid('json'))),
  );

  routes.post(
    '/api/auth/sign-out',
    requires('public'),
    jsonBody(emptyBody),
    describeJson('Ends this session.', session),
    async (c) => {
      refuseOtherAccount(c, await c.var.readSession());
      const id = sessions.id(c);
      if (id) await store.transact((trx) => endSession(trx, id));
      sessions.clearCookie(c);
      return c.json<Session>({ user: null });
    },
  );

  addProfile(routes, deps);
  return routes;
}

/** The profile, part of both account and record (spec, point 7). */
function addProfile(routes: Hono<PortalEnv>, deps: AccountDeps): void {
  routes.patch(
    '/api/me/profile',
    requires('member'),
    jsonBody(profileSave),
    describeJson('Saves the profile; name and email are copied to the account.', member),
    async (c) => {
      const saver = { uid: c.var.user.uid, sender: c.var.sender() };
      return c.json(memberOr404(await saveProfile(deps, saver, c.req.valid('json'))));
    },
  );
}

interface Saver {
  uid: string;
  sender: string;
}

/**
 * Saves the seven profile fields (spec, point 7). Name and e-mail are copied to the account in the same
 * transaction; after an e-mail change the old address gets a notice with a link that reverts it, and the new one a
 * link that confirms it. Throws 409 EMAIL_TAKEN, and 429 or 503 after too many such notices: a change that
 * its owner does not learn of must not take effect. Throws 409 STALE_VERSION if the record is not as `shown` any
 * more. Null if the account has no record.
 */
async function saveProfile(deps: AccountDeps, saver: Saver, save: ProfileSave): Promise<Member | null> {
  const confirms = await countMails(deps, saver, save.email);
  const { shown, ...set } = save;
  await refuseOthers(deps, saver.uid, set);
  const saved = await changeDetails(deps, {
    ...{ uid: saver.uid, actor: saver.uid, kind: 'profile-saved', shown, set, confirms },
    // A recovered record is complete with the first save: the form has no placeholder.
    write: (_current, now) => ({ ...present(set), registrationComplete: true, updatedAt: now }),
  });
  deps.outbox.wake();
  return saved;
}

/** Refuses a new address or department that the club does not take; those of before stay valid. */
async function refuseOthers({ content, store }: AccountDeps, uid: string, set: Profile): Promise<void> {
  const before = await findMember(store.db, uid);
  if (!before) return;
  const { registration } = content;
  if (set.email !== before.email) refuseDomain(registration, set.email);
  if (set.department !== before.department && !offersDepartment(registration, set.department))
    throw refusedField('department', 'Department is required');
}

/** @returns whether the new address gets a link that confirms it */
async function countMails(deps: AccountDeps, { uid, sender }: Saver, email: string): Promise<boolean> {
  const account = await findAccount(deps.store.db, uid);
  if (!account || account.email === email) return false;
  // The owner of a confirmed address may change it, however many mails strangers have caused there.
  const causes = { account: uid, sender, share: mailShare(account) };
  await deps.limits.mails.take(
    'email-changed',
    { ...causes, to: account.emailVerified ? undefined : account.email },
    waitMessages.emailChange,
  );
  return mayMailConfirmation(deps, { ...causes, to: email });
}
