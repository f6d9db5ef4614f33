import { Hono } from 'hono';
import {
  type Done,
  done,
  emailRestoration,
  emptyBody,
  passwordReset,
  passwordResetRequest,
  resetLinkCheck,
  type Session,
  session,
  signIn,
} from '#domain/accounts.ts';
import { registration } from '#domain/registration.ts';
import { buildHeader } from '#domain/release.ts';
import type { Deps } from '#server/deps.ts';
import { refuseOtherAccount, requires } from '#server/http/access.ts';
import { describeJson } from '#server/http/describe.ts';
import type { PortalEnv } from '#server/http/env.ts';
import { jsonBody } from '#server/http/input.ts';
import { checkResetLink, requestPasswordReset, resetPassword } from './password-reset.ts';
import { register } from './registration.ts';
import { restoreEmail } from './restore-email.ts';
import { signInByPassword } from './sign-in.ts';

/** Registration, sign-in, sign-out, session, password reset and the way back from an e-mail change. */
export function accountRoutes(deps: Deps): Hono<PortalEnv> {
  const { auth, sessions, limits, streams, client } = deps;
  const routes = new Hono<PortalEnv>();

  routes.get(
    '/api/session',
    requires('public'),
    describeJson('The signed-in user, or null.', session),
    async (c) => {
      const current: Session = { user: await c.var.readSession() };
      // Every open page polls this, and learns from it that a newer build is out.
      const build = await client.current().catch(() => null);
      return c.json(current, 200, build ? { [buildHeader]: build.id } : {});
    },
  );

  routes.post(
    '/api/register',
    requires('public'),
    limits.address('register'),
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
    '/api/auth/sign-out',
    requires('public'),
    jsonBody(emptyBody),
    describeJson('Ends this session.', session),
    async (c) => {
      refuseOtherAccount(c, await c.var.readSession());
      await auth.api.signOut({ headers: c.req.raw.headers });
      streams.sessionsEnded();
      sessions.clearCookie(c);
      return c.json<Session>({ user: null });
    },
  );

  routes.post(
    '/api/auth/request-password-reset',
    requires('public'),
    jsonBody(passwordResetRequest),
    describeJson('Mails a reset link if the address has an account; answers alike if not.', done),
    async (c) => {
      await requestPasswordReset(deps, c, c.req.valid('json').email);
      return c.json<Done>({ status: true });
    },
  );

  routes.post(
    '/api/auth/check-reset-link',
    requires('public'),
    jsonBody(resetLinkCheck),
    describeJson('Says whether a mailed reset link still works; changes nothing.', done),
    async (c) => {
      await checkResetLink(deps, c, c.req.valid('json').token);
      return c.json<Done>({ status: true });
    },
  );

  routes.post(
    '/api/auth/reset-password',
    requires('public'),
    jsonBody(passwordReset),
    describeJson('Sets a new password by the mailed token and ends all sessions.', done),
    async (c) => {
      await resetPassword(deps, c, c.req.valid('json'));
      return c.json<Done>({ status: true });
    },
  );

  routes.post(
    '/api/auth/restore-email',
    requires('public'),
    jsonBody(emailRestoration),
    describeJson('Undoes an email change by the token mailed to the old address.', done),
    async (c) => {
      await restoreEmail(deps, c, c.req.valid('json').token);
      return c.json<Done>({ status: true });
    },
  );

  return routes;
}
