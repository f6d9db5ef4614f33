import { Hono } from 'hono';
import * as z from 'zod/mini';
import { done, type Session, type SessionUser, session } from '#domain/accounts.ts';
import { factors, newSecondFactor, passwordAgain, recoveryCodes, secondFactorCode } from '#domain/factors.ts';
import { newPasskey, passkeyAnswer } from '#domain/passkeys.ts';
import { requires } from '#server/http/access.ts';
import { describeJson, doneAfter } from '#server/http/describe.ts';
import type { PortalEnv } from '#server/http/env.ts';
import { jsonBody } from '#server/http/input.ts';
import { Refusal } from '#server/http/refusal.ts';
import type { AccountDeps } from './deps.ts';
import { checkOwnPassword } from './own-password.ts';
import {
  addPasskey,
  beginPasskey,
  listPasskeys,
  removeWayIn,
  signInByPasskey,
  signInOptions,
} from './passkeys.ts';
import { listIdentities } from './provider-sign-in.ts';
import { beginSecondFactor, confirmSecondFactor, readFactors, removeSecondFactor } from './second-factor.ts';

/** Options for the browser's own functions, which the WebAuthn standard describes. */
const passkeyOptions = z.looseObject({ challenge: z.string() });

/** The ways into an account besides its password (docs/decisions/factors.md). */
export function factorRoutes(deps: AccountDeps): Hono<PortalEnv> {
  const { sessions, store } = deps;
  const routes = new Hono<PortalEnv>();

  routes.get(
    '/api/me/factors',
    requires('member'),
    describeJson('The ways into the account of the person signed in, besides its password.', factors),
    async (c) => {
      const { uid } = c.var.user;
      return c.json({
        ...(await readFactors(store.db, uid)),
        passkeys: await listPasskeys(store.db, uid),
        identities: await listIdentities(store.db, deps.content.accounts, uid),
      });
    },
  );

  routes.post(
    '/api/me/second-factor/begin',
    requires('member'),
    jsonBody(passwordAgain),
    describeJson('Makes the secret of a second factor, which a code has to confirm.', newSecondFactor),
    async (c) => {
      refuseMembers(c.var.user);
      await checkOwnPassword(deps, c, c.req.valid('json').password, 'password');
      return c.json(await beginSecondFactor(deps, c.var.user));
    },
  );

  routes.post(
    '/api/me/second-factor',
    requires('member'),
    jsonBody(secondFactorCode),
    describeJson('Turns the second factor on, and ends all other sessions.', recoveryCodes),
    async (c) => {
      const session = sessions.id(c) ?? '';
      const given = { uid: c.var.user.uid, session, code: c.req.valid('json').code };
      return c.json({ codes: await confirmSecondFactor(deps, given) });
    },
  );

  routes.delete(
    '/api/me/second-factor',
    requires('member'),
    jsonBody(passwordAgain),
    describeJson('Removes the second factor, and ends all other sessions.', done),
    async (c) => {
      await checkOwnPassword(deps, c, c.req.valid('json').password, 'password');
      const given = { uid: c.var.user.uid, session: sessions.id(c) };
      return c.json(await doneAfter(removeSecondFactor(store, given)));
    },
  );

  addPasskeys(routes, deps);
  return routes;
}

function addPasskeys(routes: Hono<PortalEnv>, deps: AccountDeps): void {
  const { sessions } = deps;

  routes.post(
    '/api/me/passkeys/begin',
    requires('member'),
    jsonBody(passwordAgain),
    describeJson('Options with which a browser makes a passkey.', passkeyOptions),
    async (c) => {
      await checkOwnPassword(deps, c, c.req.valid('json').password, 'password');
      return c.json(await beginPasskey(deps, c.var.user));
    },
  );

  routes.post(
    '/api/me/passkeys',
    requires('member'),
    jsonBody(newPasskey),
    describeJson('Adds a passkey.', done),
    async (c) => {
      const owner = { uid: c.var.user.uid, session: sessions.id(c) };
      return c.json(await doneAfter(addPasskey(deps, owner, c.req.valid('json'))));
    },
  );

  for (const from of ['passkeys', 'identities'] as const)
    routes.delete(
      `/api/me/${from}/:id`,
      requires('member'),
      jsonBody(passwordAgain),
      describeJson(`Removes one of the ${from}, and ends all other sessions.`, done),
      async (c) => {
        await checkOwnPassword(deps, c, c.req.valid('json').password, 'password');
        const owner = { uid: c.var.user.uid, session: sessions.id(c), id: c.req.param('id') };
        return c.json(await doneAfter(removeWayIn(deps, from, owner)));
      },
    );

  routes.get(
    '/api/auth/passkey',
    requires('public'),
    describeJson('Options with which a browser signs in by a passkey.', passkeyOptions),
    (c) => c.json(signInOptions(deps)),
  );

  routes.post(
    '/api/auth/passkey',
    requires('public'),
    jsonBody(passkeyAnswer),
    describeJson('Signs in with a passkey.', session),
    async (c) => c.json<Session>(await signInByPasskey(deps, c, c.req.valid('json'))),
  );
}

function refuseMembers({ role }: SessionUser): void {
  if (role === 'member')
    throw new Refusal(403, 'NOT_ALLOWED', 'A second factor is for reviewers and the administrator.');
}
