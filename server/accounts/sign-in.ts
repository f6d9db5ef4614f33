import type { Context } from 'hono';
import type * as z from 'zod/mini';
import { accountMessages, type Session, type signIn } from '#domain/accounts.ts';
import { adminSignInMessages } from '#domain/admin.ts';
import type { PortalEnv } from '#server/http/env.ts';
import { Refusal } from '#server/http/refusal.ts';
import type { Db } from '#server/store/open.ts';
import { browserSession } from './browser-session.ts';
import { findCredentials, lockPassword } from './credentials.ts';
import type { AccountDeps } from './deps.ts';
import { explainRefusal } from './explained-refusals.ts';
import { ownerKey, type QueueKey } from './hash-queue.ts';
import { isImported, replaceImportedHash } from './imported-passwords.ts';
import { readFactors, spendCode } from './second-factor.ts';
import { sessionUser } from './sessions.ts';

type SignIn = z.infer<typeof signIn>;

/** The key that counts failed attempts. A new password has no failures yet: a reset clears every delay. */
export function attemptKey(caller: string, hash: string | null | undefined): string {
  return `${caller} ${hash ?? ''}`;
}

interface SignInOptions {
  /** Only this account can sign in; all other credentials count as wrong. */
  only?: string | undefined;
  refusal?: string;
}

/**
 * Makes a session and sets its cookie. Throws 401 INVALID_EMAIL_OR_PASSWORD, 429 while attempts must wait after
 * failures, 503 TOO_BUSY, and for the right password of a closed account 403 ACCOUNT_CLOSED. The response for an unknown address is the same as for a wrong password, and takes as long.
 */
export async function signInByPassword(
  deps: AccountDeps,
  c: Context<PortalEnv>,
  { email, password, code }: SignIn,
  { only, refusal = accountMessages.invalidCredentials }: SignInOptions = {},
): Promise<Session> {
  const { background, config, devices, limits, passwords, store } = deps;
  const sender = c.var.sender();
  const account = await findCredentials(store.db, email);
  const device = await devices.read(c);
  const knownAs = await devices.knownAs(store.db, device, account?.id);
  // Attempts from a known device are counted and queued separately.
  await limits.takeRequest('sign-in', knownAs ?? sender);
  const explained = only === undefined ? await explainRefusal(store.db, email, account) : null;
  const attempt = limits.signIn.attempt(attemptKey(knownAs ?? email, account?.hash ?? explained?.hash));
  await attempt.refuseIfDelayed();
  const key: QueueKey =
    account && knownAs ? ownerKey(config, { account, sender }) : { lane: 'sign-in', sender };

  const admitted = account && (only === undefined || account.id === only) ? account : null;
  const hash = explained?.hash ?? admitted?.hash ?? null;
  const matches = await passwords.matches(password, hash, key, attempt.admit);
  if (matches && explained) {
    await attempt.succeeded();
    throw await explained.refusal();
  }
  const opened =
    matches && admitted && hash && (await openSession(deps, c, admitted.id, { hash, code, knownAs }));
  if (!opened && !explained && hash && (await wasReplacedMeanwhile(store.db, email, hash))) {
    await attempt.withdraw();
    return signInByPassword(deps, c, { email, password, code }, { only, refusal });
  }
  if (!opened) throw new Refusal(401, 'INVALID_EMAIL_OR_PASSWORD', refusal);
  await attempt.succeeded();
  if (isImported(hash)) {
    const replace = () => replaceImportedHash(store, { uid: admitted.id, password, passwords, key });
    background.run('imported password replaced', replace);
  }
  return { user: sessionUser({ ...admitted, factors: opened }, config) };
}

/**
 * Signs in the administrator only, with the text of /admin (spec, point 8). Anyone else's credentials are as
 * wrong as unknown ones, take as long, count as a failure, and leave no session.
 */
export function signInAdministrator(
  deps: AccountDeps,
  c: Context<PortalEnv>,
  credentials: SignIn,
): Promise<Session> {
  return signInByPassword(deps, c, credentials, {
    only: deps.config.adminUid,
    refusal: adminSignInMessages.failed,
  });
}

/** Whether an imported hash has been replaced since it was read: by a sign-in of the same person on another device. */
async function wasReplacedMeanwhile(db: Db, email: string, hash: string): Promise<boolean> {
  return isImported(hash) && (await findCredentials(db, email))?.hash !== hash;
}

/** @returns how many factors the person has shown; 0 if `hash` is no longer the account's password: there is no session then */
async function openSession(
  deps: AccountDeps,
  c: Context<PortalEnv>,
  uid: string,
  { hash, code, knownAs }: { hash: string; code: string | undefined; knownAs: string | null },
): Promise<0 | 1 | 2> {
  const { limits, store } = deps;
  const session = await browserSession(deps, c);
  // The holder of the mailbox makes another password, and another device known, as often as they like.
  const guess =
    code && !knownAs && (await readFactors(store.db, uid)).secondFactor !== null
      ? limits.signIn.attempt(`code ${uid}`)
      : null;
  await guess?.admit();
  const opened = await store.transact(async (trx) => {
    if (!(await lockPassword(trx, uid, hash))) return null;
    const shown = await spendCode(deps.config, trx, uid, code);
    return { shown, token: await session.begin(trx, uid, shown) };
  });
  if (!opened) return 0;
  await guess?.succeeded();
  await session.setCookies(opened.token);
  return opened.shown;
}
