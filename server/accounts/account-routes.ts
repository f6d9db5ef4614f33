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
import { requires } from '#server/access.ts';
import type { Deps } from '#server/deps.ts';
import { answers } from '#server/http/answers.ts';
import type { PortalEnv } from '#server/http/env.ts';
import { jsonBody } from '#server/http/input.ts';
import { Refusal } from '#server/http/refusal.ts';
import { restoreEmail } from './email-change.ts';
import { register } from './registration.ts';
import { idleLimit, sessionUser } from './sessions.ts';

/** Registration, sign-in, sign-out, session, password reset and the way back from an e-mail change. */
export function accountRoutes({ config, store, auth, sessions, limits, background }: Deps): Hono<PortalEnv> {
  const routes = new Hono<PortalEnv>();

  routes.get('/api/session', requires('public'), answers('Who is signed in.', session), async (c) => {
    const current: Session = { user: await c.var.readSession() };
    return c.json(current);
  });

  routes.post(
    '/api/register',
    requires('public'),
    limits.address('register'),
    jsonBody(registration),
    answers('Makes account and record together, and signs in.', session, 201),
    async (c) => {
      const { user, token } = await register(
        { store, sessions, adminUid: config.adminUid },
        c.req.valid('json'),
      );
      sessions.setCookie(c, token, new Date(Date.now() + idleLimit));
      return c.json<Session>({ user }, 201);
    },
  );

  routes.post(
    '/api/auth/sign-in/email',
    requires('public'),
    limits.address('sign-in'),
    jsonBody(signIn),
    answers('Signs in.', session),
    async (c) => {
      const credentials = c.req.valid('json');
      await limits.signIn.admit(credentials.email);
      const { headers, response } = await refusing(401, () =>
        auth.api.signInEmail({ body: credentials, headers: c.req.raw.headers, returnHeaders: true }),
      );
      await limits.signIn.succeeded(credentials.email);
      for (const cookie of headers.getSetCookie()) c.header('Set-Cookie', cookie, { append: true });
      return c.json<Session>({ user: sessionUser(response.user, config.adminUid) });
    },
  );

  routes.post(
    '/api/auth/sign-out',
    requires('public'),
    jsonBody(emptyBody),
    answers('Ends this session.', session),
    async (c) => {
      await auth.api.signOut({ headers: c.req.raw.headers });
      sessions.clearCookie(c);
      return c.json<Session>({ user: null });
    },
  );

  routes.post(
    '/api/auth/request-password-reset',
    requires('public'),
    limits.address('reset-request'),
    jsonBody(passwordResetRequest),
    answers('Mails a reset link if the address has an account; answers alike if not.', done),
    async (c) => {
      const { email } = c.req.valid('json');
      await limits.resetMail(email);
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
    answers('Sets a new password by the mailed token and ends all sessions.', done),
    async (c) => {
      await refusing(400, () => auth.api.resetPassword({ body: c.req.valid('json') }));
      sessions.clearCookie(c);
      return c.json<Done>({ status: true });
    },
  );

  routes.post(
    '/api/auth/restore-email',
    requires('public'),
    limits.address('token-use'),
    jsonBody(emailRestoration),
    answers('Takes an e-mail change back by the token mailed to the old address.', done),
    async (c) => {
      await restoreEmail(store, c.req.valid('json').token);
      sessions.clearCookie(c);
      return c.json<Done>({ status: true });
    },
  );

  return routes;
}

const refusals = {
  400: () => new Refusal(400, 'INVALID_TOKEN', accountMessages.resetLinkInvalid, { field: 'token' }),
  401: () => new Refusal(401, 'INVALID_EMAIL_OR_PASSWORD', accountMessages.invalidCredentials),
};

/** Runs a call to better-auth whose only expected failure is the one named; anything else goes on as it is. */
async function refusing<T>(status: keyof typeof refusals, call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    throw isAPIError(error) && error.statusCode === status ? refusals[status]() : error;
  }
}
