import type { Context } from 'hono';
import type * as z from 'zod/mini';
import type { Session, SessionUser } from '#domain/accounts.ts';
import { type newPasskey, type PasskeyAnswer, passkeysCap, passkeyTexts } from '#domain/passkeys.ts';
import type { Config } from '#server/config/config.ts';
import { seal, unseal } from '#server/config/sealed-text.ts';
import type { PortalEnv } from '#server/http/env.ts';
import { Refusal } from '#server/http/refusal.ts';
import type { Db, Trx } from '#server/store/open.ts';
import { browserSession } from './browser-session.ts';
import { findCredentials, findPassword } from './credentials.ts';
import type { AccountDeps } from './deps.ts';
import { isLocked } from './imported-hash.ts';
import { claimOnce } from './mailed-tokens.ts';
import { lockAccount, markSession } from './second-factor.ts';
import { endOtherSessions } from './session-store.ts';
import { sessionUser } from './sessions.ts';

/** Loaded with the first passkey: few requests need it, and its parsers of certificates are large. */
const library = () => import('@simplewebauthn/server');

const challengeLifetime = 60 * 60 * 1000;

/** The purpose of a challenge: signing in, or a new passkey of this account. */
type About = 'sign-in' | `passkey of ${string}`;

/** Nothing is stored until a challenge is answered: its own seal says that the portal made it, for what and when. */
function newChallenge(config: Config, about: About): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(Buffer.from(seal(sealOf(config, about), String(Date.now() + challengeLifetime))));
}

function sealOf({ authSecret }: Pick<Config, 'authSecret'>, about: About) {
  return { secret: authSecret, purpose: 'portal: challenges of passkeys', about };
}

/** Whether the portal made this challenge for this purpose, an hour ago at most. */
function isOurs(config: Config, about: About, challenge: string): boolean {
  const expires = unseal(sealOf(config, about), Buffer.from(challenge, 'base64url').toString());
  return expires !== null && Number(expires) > Date.now();
}

/** The address that a passkey is for. The library compares it with the one that the browser has seen. */
function site({ portalUrl }: Config): { expectedOrigin: string; expectedRPID: string } {
  const { origin, hostname } = new URL(portalUrl);
  return { expectedOrigin: origin, expectedRPID: hostname };
}

export function listPasskeys(db: Db, uid: string) {
  return db
    .selectFrom('passkeys')
    .select(['id', 'name', 'createdAt', 'lastUsedAt'])
    .where('uid', '=', uid)
    .orderBy('createdAt')
    .execute();
}

/** Whether somebody has a passkey: the sign-in pages offer none otherwise. */
export async function somebodyHasPasskey(db: Db): Promise<boolean> {
  return (await db.selectFrom('passkeys').select('id').limit(1).executeTakeFirst()) !== undefined;
}

function refuseAnother({ length }: unknown[]): void {
  if (length >= passkeysCap) throw new Refusal(409, 'TOO_MANY_PASSKEYS', passkeyTexts.tooMany);
}

/** Options for a new passkey. Throws 409 TOO_MANY_PASSKEYS. */
export async function beginPasskey(
  { config, content, store }: AccountDeps,
  { uid, email, displayName }: SessionUser,
) {
  const present = await listPasskeys(store.db, uid);
  refuseAnother(present);
  const { generateRegistrationOptions } = await library();
  return generateRegistrationOptions({
    ...{
      rpName: content.club.shortName,
      rpID: site(config).expectedRPID,
      userName: email,
      userDisplayName: displayName,
    },
    userID: Uint8Array.from(Buffer.from(uid)),
    challenge: newChallenge(config, `passkey of ${uid}`),
    excludeCredentials: present.map(({ id }) => ({ id })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  });
}

/**
 * Stores a passkey. Throws 400 PASSKEY_REFUSED for one of another origin or challenge, and a challenge that was answered
 * before, and 409 TOO_MANY_PASSKEYS.
 */
export async function addPasskey(
  { config, store }: AccountDeps,
  { uid, session }: { uid: string; session: string | null },
  { name, id, ...response }: z.infer<typeof newPasskey>,
): Promise<void> {
  const { verifyRegistrationResponse } = await library();
  const challenge = challengeIn(response);
  const { registrationInfo } = await verifyRegistrationResponse({
    ...site(config),
    response: { id, rawId: id, type: 'public-key', response, clientExtensionResults: {} },
    expectedChallenge: (given) => isOurs(config, `passkey of ${uid}`, given),
  }).catch(() => ({ registrationInfo: undefined }));
  const refused = new Refusal(400, 'PASSKEY_REFUSED', passkeyTexts.notAdded);
  // The name that the browser gives it is not what has been verified.
  if (registrationInfo?.credential.id !== id) throw refused;
  const { counter, publicKey } = registrationInfo.credential;
  await store.transact(async (trx) => {
    await lockAccount(trx, uid);
    refuseAnother(await listPasskeys(trx, uid));
    if (!(await claimOnce(trx, challenge, uid, challengeLifetime))) throw refused;
    const createdAt = new Date().toISOString();
    const row = {
      id,
      uid,
      name,
      publicKey: Buffer.from(publicKey).toString('base64url'),
      counter,
      createdAt,
    };
    const { numInsertedOrUpdatedRows } = await trx
      .insertInto('passkeys')
      .values({ ...row, lastUsedAt: null })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst();
    if (numInsertedOrUpdatedRows === 0n) throw refused;
    if (session) await markSession(trx, session, 2);
  });
}

/** Removes a passkey, or the account at a provider, and ends all sessions but this one. Throws 404 NOT_FOUND. */
export async function removeWayIn(
  { store }: AccountDeps,
  from: 'passkeys' | 'identities',
  { uid, session, id }: { uid: string; session: string | null; id: string },
): Promise<void> {
  await store.transact(async (trx) => {
    await lockAccount(trx, uid);
    const gone = await trx.deleteFrom(from).where('uid', '=', uid).where('id', '=', id).executeTakeFirst();
    if (gone.numDeletedRows === 0n) throw new Refusal(404, 'NOT_FOUND', passkeyTexts.missing[from]);
    await endOtherSessions(trx, uid, session);
  });
}

/** Options for signing in. Anyone may ask for them: they cost one seal. */
export function signInOptions({ config }: Pick<AccountDeps, 'config'>) {
  return {
    challenge: Buffer.from(newChallenge(config, 'sign-in')).toString('base64url'),
    rpId: site(config).expectedRPID,
    userVerification: 'required',
    timeout: challengeLifetime,
  };
}

/** Signs in with a passkey, which counts as both factors. Throws as `checkPasskey` does. */
export async function signInByPasskey(
  deps: AccountDeps,
  c: Context<PortalEnv>,
  answer: PasskeyAnswer,
): Promise<Session> {
  await deps.limits.takeRequest('sign-in', c.var.sender());
  const { account, confirm } = await checkPasskey(deps, answer);
  const session = await browserSession(deps, c);
  const token = await deps.store.transact(async (trx) => {
    await confirm(trx);
    return session.begin(trx, account.id, 2);
  });
  await session.setCookies(token);
  return { user: sessionUser({ ...account, factors: 2 }, deps.config) };
}

/**
 * Checks how a passkey answered. Throws 401 PASSKEY_REFUSED for one that is unknown, of another origin, cloned (its
 * counter does not ascend), or whose challenge is old or was answered before.
 * @returns the account, and `confirm`, which locks it and counts the use, in the transaction of what the passkey opens
 */
export async function checkPasskey({ config, store }: AccountDeps, answer: PasskeyAnswer) {
  const passkey = await findPasskey(store.db, answer.id);
  const counter = passkey && (await newCounter(config, passkey, answer));
  const account = passkey && (await findCredentials(store.db, passkey.email));
  if (!passkey || counter === undefined || account?.id !== passkey.uid) throw passkeyRefused();
  const { uid } = passkey;
  const confirm = async (trx: Trx): Promise<void> => {
    await lockAccount(trx, uid);
    const isValid =
      !isLocked((await findPassword(trx, uid))?.password ?? null) &&
      (await countUse(trx, passkey, counter)) &&
      (await claimOnce(trx, challengeIn(answer), uid, challengeLifetime));
    if (!isValid) throw passkeyRefused();
  };
  return { account, confirm };
}

export function passkeyRefused(): Refusal {
  return new Refusal(401, 'PASSKEY_REFUSED', passkeyTexts.refused);
}

type StoredPasskey = NonNullable<Awaited<ReturnType<typeof findPasskey>>>;

function findPasskey(db: Db, id: string) {
  return db
    .selectFrom('passkeys')
    .innerJoin('user', 'user.id', 'passkeys.uid')
    .select(['passkeys.id', 'uid', 'publicKey', 'counter', 'user.email'])
    .where('passkeys.id', '=', id)
    .executeTakeFirst();
}

/** The counter of a right answer; undefined for a wrong one. */
async function newCounter(
  config: Config,
  { publicKey, counter }: StoredPasskey,
  { id, ...response }: PasskeyAnswer,
): Promise<number | undefined> {
  const { verifyAuthenticationResponse } = await library();
  const verified = await verifyAuthenticationResponse({
    ...site(config),
    response: { id, rawId: id, type: 'public-key', response, clientExtensionResults: {} },
    expectedChallenge: (given) => isOurs(config, 'sign-in', given),
    credential: { id, counter, publicKey: Uint8Array.from(Buffer.from(publicKey, 'base64url')) },
  }).catch(() => undefined);
  return verified?.verified ? verified.authenticationInfo.newCounter : undefined;
}

/** False if the passkey has been removed or used since it was read. */
async function countUse(trx: Trx, { id, counter }: StoredPasskey, next: number): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('passkeys')
    .set({ counter: next, lastUsedAt: new Date().toISOString() })
    .where('id', '=', id)
    .where('counter', '=', counter)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** The challenge that an answer is for; verified before it is used. */
function challengeIn({ clientDataJSON }: { clientDataJSON: string }): string {
  try {
    return String(JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString()).challenge);
  } catch {
    return '';
  }
}
