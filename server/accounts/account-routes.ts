import { Hono } from 'hono';
import { emptyBody, type Session, session, signIn } from '#domain/accounts.ts';
import { member } from '#domain/members.ts';
import { profileSave } from '#domain/profile.ts';
import { registration } from '#domain/registration.ts';
import { buildHeader } from '#domain/release.ts';
import { accountHeader } from '#domain/shown-account.ts';
import { refuseOtherAccount, requires } from '#server/http/access.ts';
import { describeJson } from '#server/http/describe.ts';
import type { PortalEnv } from '#server/http/env.ts';
import { jsonBody } from '#server/http/input.ts';
import { memberOr404 } from '#server/members/member-routes.ts';
import { findAccount } from '#server/store/find-account.ts';
import type { AccountDeps } from './deps.ts';
import { register } from './registration.ts';
import { saveProfile } from './save-profile.ts';
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
