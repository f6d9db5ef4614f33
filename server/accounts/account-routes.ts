import { randomInt } from 'node:crypto';
import { isAPIError } from 'better-auth/api';
import { Hono } from 'hono';
import {
  accountMessages,
  type Done,
  done,
  emailRestoration,
  emptyBody,
  passwordReset,
  passwordResetRequest,
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
import { Refusal } from '#server/http/refusal.ts';
import { restoreEmail } from './email-change.ts';
import { register } from './registration.ts';
import { idleLimit } from './sessions.ts';
import { signInByPassword } from './sign-in.ts';

/** Registration, sign-in, sign-out, session, password reset and the way back from an e-mail change. */
export function accountRoutes(deps: Deps): Hono<PortalEnv> {
  const { store, auth, sessions, limits, background, streams, client } = deps;
  const routes = new Hono<PortalEnv>();

  routes.get('/api/session', requires('public'), describeJson('Who is signed in.', session), async (c) => {
    const current: Session = { user: await c.var.readSession() };
    // Every open page asks this again and again: it learns here that it is not of the newest build.
    const build = await client.current().catch(() => null);
    return c.json(current, 200, build ? { [buildHeader]: build.id } : {});
  });

  routes.post(
    '/api/register',
    requires('public'),
    limits.address('register'),
    jsonBody(registration),
    describeJson('Makes account and record together, and signs in.', session, 201),
    async (c) => {
      const { user, token } = await register(deps, c.req.valid('json'), c.var.sender);
      sessions.setCookie(c, token, new Date(Date.now() + idleLimit));
      return c.json<Session>({ user }, 201);
    },
  );

  routes.post(
    '/api/auth/sign-in/email',
    requires('public'),
    limits.address('sign-in'),
    jsonBody(signIn),
    describeJson('Signs in.', session),
    async (c) => {
      return c.json(await signInByPassword(deps, c, c.req.valid('json')));
    },
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
    limits.address('reset-request'),
    jsonBody(passwordResetRequest),
    describeJson('Mails a reset link if the address has an account; answers alike if not.', done),
    async (c) => {
      const { email } = c.req.valid('json');
      await limits.mails.askForReset(c.var.sender, email);
      // Looked up and mailed after the answer, which so takes the same time for known and unknown addresses. At
      // a random moment, so that the work for a known one does not always hold up whoever asks next.
      const work = () => auth.api.requestPasswordReset({ body: { email } });
      background.run('password reset mail', work, randomInt(100, 600));
      return c.json<Done>({ status: true });
    },
  );

  routes.post(
    '/api/auth/reset-password',
    requires('public'),
    limits.address('token-use'),
    jsonBody(passwordReset),
    describeJson('Sets a new password by the mailed token and ends all sessions.', done),
    async (c) => {
      const reset = c.req.valid('json');
      if (!mailedToken.test(reset.token)) throw invalidResetLink();
      await orInvalidLink(() => auth.api.resetPassword({ body: reset }));
      streams.sessionsEnded();
      sessions.clearCookie(c);
      return c.json<Done>({ status: true });
    },
  );

  routes.post(
    '/api/auth/restore-email',
    requires('public'),
    limits.address('token-use'),
    jsonBody(emailRestoration),
    describeJson('Takes an e-mail change back by the token mailed to the old address.', done),
    async (c) => {
      await restoreEmail(store, c.req.valid('json').token);
      streams.sessionsEnded();
      sessions.clearCookie(c);
      return c.json<Done>({ status: true });
    },
  );

  return routes;
}

/** What a token can consist of. Of any other, PostgreSQL may not even be asked: its text holds no NUL. */
const mailedToken = /^[\w-]+$/;

function invalidResetLink(): Refusal {
  return new Refusal(400, 'INVALID_TOKEN', accountMessages.resetLinkInvalid, { field: 'token' });
}

/** Runs a call to better-auth whose only expected failure is a 400; anything else goes on as it is. */
async function orInvalidLink<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    throw isAPIError(error) && error.statusCode === 400 ? invalidResetLink() : error;
  }
}
