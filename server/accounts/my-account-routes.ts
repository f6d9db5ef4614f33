import { type Context, Hono } from 'hono';
import { done } from '#domain/accounts.ts';
import { linkMessages, mailedToken } from '#domain/mailed-links.ts';
import { endedSessions } from '#domain/member-account.ts';
import {
  leaving,
  myAccountMessages,
  passwordChange,
  type SignedInDevice,
  signedInDevices,
} from '#domain/my-account.ts';
import { type PasskeyAnswer, passkeyAnswer } from '#domain/passkeys.ts';
import { closedDays } from '#domain/trash.ts';
import { requires } from '#server/http/access.ts';
import { describeJson, doneAfter } from '#server/http/describe.ts';
import type { PortalEnv } from '#server/http/env.ts';
import { jsonBody, noBody } from '#server/http/input.ts';
import { invalidToken, Refusal } from '#server/http/refusal.ts';
import { mailShare } from '#server/limits/mail-limits.ts';
import { leftMail } from '#server/mail/messages.ts';
import type { Trx } from '#server/store/open.ts';
import { closeAccount, reopenAccount } from './closed-accounts.ts';
import { lockPassword } from './credentials.ts';
import type { AccountDeps } from './deps.ts';
import { assignEmail } from './email-address.ts';
import { newSecret, secretId } from './mailed-tokens.ts';
import { changePassword, checkOwnPassword, wrongPassword } from './own-password.ts';
import { checkPasskey, passkeyRefused } from './passkeys.ts';
import { endOneSession, endOtherSessions, validSessions } from './session-store.ts';

/** A person's care for their own account, whatever their role. */
export function myAccountRoutes(deps: AccountDeps): Hono<PortalEnv> {
  const { sessions, store } = deps;
  const routes = new Hono<PortalEnv>();

  routes.post(
    '/api/me/password',
    requires('member'),
    jsonBody(passwordChange),
    describeJson('Changes the password, and signs out all other devices.', done),
    async (c) => c.json(await doneAfter(changePassword(deps, c, c.req.valid('json')))),
  );

  routes.get(
    '/api/me/sessions',
    requires('member'),
    describeJson('The devices that are signed in, the one used last first.', signedInDevices),
    async (c) => {
      const own = sessions.id(c);
      const rows = await validSessions(store.db, c.var.user.uid);
      return c.json(
        rows.map(
          ({ id, browser, system, createdAt, updatedAt }): SignedInDevice => ({
            ...{ id, browser, system, current: id === own },
            signedInAt: new Date(createdAt).toISOString(),
            lastUsedAt: new Date(updatedAt).toISOString(),
          }),
        ),
      );
    },
  );

  routes.delete(
    '/api/me/sessions/:id',
    requires('member'),
    noBody(),
    describeJson('Signs out one device and forgets it.', endedSessions),
    async (c) => {
      const { uid } = c.var.user;
      const id = c.req.param('id');
      if (!(await store.transact((trx) => endOneSession(trx, uid, id))))
        throw new Refusal(404, 'NOT_FOUND', myAccountMessages.noSuchSession);
      if (id === sessions.id(c)) sessions.clearCookie(c);
      return c.json({ ended: 1 });
    },
  );

  routes.delete(
    '/api/me/sessions',
    requires('member'),
    noBody(),
    describeJson('Signs out all devices but this one, and forgets them.', endedSessions),
    async (c) => {
      const { uid } = c.var.user;
      const ended = await store.transact((trx) => endOtherSessions(trx, uid, sessions.id(c)));
      return c.json({ ended });
    },
  );

  addLeaving(routes, deps);
  return routes;
}

function addLeaving(routes: Hono<PortalEnv>, deps: AccountDeps): void {
  routes.post(
    '/api/me/leave',
    requires('member'),
    jsonBody(leaving),
    describeJson(`Closes the account; a mailed link reopens it for ${closedDays.left} days.`, done),
    async (c) => c.json(await doneAfter(leave(deps, c, c.req.valid('json')))),
  );

  routes.post(
    '/api/me/leave/passkey',
    requires('member'),
    jsonBody(passkeyAnswer),
    describeJson('Closes the account as POST /api/me/leave does, with a passkey.', done),
    async (c) => c.json(await doneAfter(leave(deps, c, { passkey: c.req.valid('json') }))),
  );

  routes.post(
    '/api/account/return',
    requires('public'),
    deps.limits.token,
    jsonBody(mailedToken),
    describeJson('Reopens the account of somebody who left, by the mailed token. Signs nobody in.', done),
    async (c) => c.json(await doneAfter(returnToAccount(deps, c.req.valid('json').token))),
  );
}

const day = 24 * 60 * 60 * 1000;

type Proof = { password: string } | { passkey: PasskeyAnswer };

/**
 * Closes the account of the member who is signed in, and mails the link that reopens it within 7 days; then it is gone.
 * Throws 409 STAFF_ACCOUNT for the administrator and for reviewers who are no members, as `checkOwnPassword` and
 * `checkPasskey` do, and 429 or 503 if the link cannot be mailed.
 */
async function leave(deps: AccountDeps, c: Context<PortalEnv>, proof: Proof): Promise<void> {
  const { config, content, limits, outbox, sessions, store } = deps;
  const { role, isMember } = c.var.user;
  if (role === 'administrator') throw new Refusal(409, 'STAFF_ACCOUNT', myAccountMessages.administratorStays);
  if (role === 'reviewer' && !isMember)
    throw new Refusal(409, 'STAFF_ACCOUNT', myAccountMessages.reviewerStays);
  const { account, confirm } = await checkProof(deps, c, proof);
  const { id: uid, email } = account;
  await limits.mails.take('account-notice', {
    ...{ account: uid, sender: c.var.sender(), share: mailShare(account) },
    to: account.emailVerified ? undefined : email,
  });
  const secret = newSecret();
  await store.change(async (trx) => {
    await confirm(trx);
    const until = new Date(Date.now() + closedDays.left * day);
    await closeAccount(trx, uid, { reason: 'left', until, by: uid, returnToken: secretId(secret) });
    const link = `${config.portalUrl}/return?token=${secret}`;
    // Of no account: those are in no table any more. It goes with the closed account.
    await outbox.enqueue(trx, leftMail(content.club, { uid: null, to: email, link }));
  });
  sessions.clearCookie(c);
  outbox.wake();
}

/** `confirm` checks again, in the transaction that closes the account. */
async function checkProof(deps: AccountDeps, c: Context<PortalEnv>, proof: Proof) {
  if ('password' in proof) {
    const account = await checkOwnPassword(deps, c, proof.password, 'password');
    const confirm = async (trx: Trx) => {
      if (!(await lockPassword(trx, account.id, account.hash))) throw wrongPassword('password');
    };
    return { account, confirm };
  }
  const checked = await checkPasskey(deps, proof.passkey);
  if (checked.account.id !== c.var.user.uid) throw passkeyRefused();
  return checked;
}

/**
 * Reopens the account of somebody who left, and signs nobody in. Throws 400 INVALID_TOKEN for a link that is used, too
 * old or made up, and 409 EMAIL_TAKEN.
 */
async function returnToAccount({ store }: AccountDeps, token: string): Promise<void> {
  const closed = await store.db
    .selectFrom('closed_accounts')
    .select('uid')
    .where('returnToken', '=', secretId(token))
    .where('until', '>', new Date().toISOString())
    .executeTakeFirst();
  // Before the log's lock, which a made-up link must not take.
  if (!closed) throw invalidToken(linkMessages.restoreLinkInvalid);
  // Another use may have been first, or the account may be gone since.
  const isOpen = await assignEmail(store, (trx) => reopenAccount(trx, closed.uid, closed.uid)).catch(
    (error: unknown) => {
      if (!(error instanceof Refusal) || error.code !== 'EMAIL_TAKEN') throw error;
      throw new Refusal(409, 'EMAIL_TAKEN', myAccountMessages.addressTaken);
    },
  );
  if (!isOpen) throw invalidToken(linkMessages.restoreLinkInvalid);
}
