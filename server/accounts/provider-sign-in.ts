import type { Context } from 'hono';
import type { AccountSettings } from '#domain/account-settings.ts';
import type { SessionUser } from '#domain/accounts.ts';
import { myAccountMessages } from '#domain/my-account.ts';
import { providerTexts } from '#domain/provider.ts';
import { closedDays } from '#domain/trash.ts';
import type { PortalEnv } from '#server/http/env.ts';
import { Refusal } from '#server/http/refusal.ts';
import type { Db, Trx } from '#server/store/open.ts';
import { browserSession } from './browser-session.ts';
import { closeAccount } from './closed-accounts.ts';
import { findCredentials, findPassword } from './credentials.ts';
import type { AccountDeps } from './deps.ts';
import { emailTaken } from './email-address.ts';
import { isLocked } from './imported-hash.ts';
import type { Identity } from './provider.ts';
import { lockAccount, readFactors } from './second-factor.ts';
import { sessionUser } from './sessions.ts';

const day = 24 * 60 * 60 * 1000;

/**
 * Signs in somebody whom the provider knows: to the account that they signed in to before, else to the one that has
 * confirmed their address. Throws 400 PROVIDER_REFUSED for an account that is disabled, has a second factor, or belongs to
 * somebody else at the provider.
 * @returns null if they have no account yet
 */
export async function signInByProvider(
  { config, content, devices, sessions, store }: AccountDeps,
  c: Context<PortalEnv>,
  identity: Identity,
): Promise<SessionUser | null> {
  const session = await browserSession({ devices, sessions }, c);
  const entered = await store.transact(async (trx) => {
    const owner = await ownerOf(trx, identity);
    const account = await findCredentials(trx, owner?.email ?? identity.email);
    if (!account || !(owner || account.emailVerified)) return null;
    const { id: uid } = account;
    await lockAccount(trx, uid);
    const stored = await findPassword(trx, uid);
    if (isLocked(stored?.password ?? null)) throw refused(myAccountMessages.closed.disabled);
    if ((await readFactors(trx, uid)).secondFactor !== null) throw refused(providerTexts.secondFactor);
    await addIdentity(trx, identity, uid);
    if ((await ownerOf(trx, identity))?.uid !== uid)
      throw refused(providerTexts.otherAccount(content.accounts.provider));
    return { account, token: await session.begin(trx, uid) };
  });
  if (!entered) return null;
  await session.setCookies(entered.token);
  return sessionUser(entered.account, config);
}

function refused(message: string): Refusal {
  return new Refusal(400, 'PROVIDER_REFUSED', message);
}

/** The account that this person has signed in to, with its address, which may be another one than the provider's. */
function ownerOf(db: Db, { id }: Identity) {
  return db
    .selectFrom('identities')
    .innerJoin('user', 'user.id', 'identities.uid')
    .select(['uid', 'user.email'])
    .where('identities.id', '=', id)
    .executeTakeFirst();
}

/** The person signs in to this account from now on, unless it belongs to another one at the provider, or they have one. */
export async function addIdentity(trx: Trx, { id, issuer }: Identity, uid: string): Promise<void> {
  await trx
    .insertInto('identities')
    .values({ id, uid, issuer, createdAt: new Date().toISOString() })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** The accounts at providers that open this one, by the name of the provider, or by its address if it is no longer set. */
export async function listIdentities(db: Db, { issuer, provider }: AccountSettings, uid: string) {
  const rows = await db
    .selectFrom('identities')
    .select(['id', 'issuer', 'createdAt'])
    .where('uid', '=', uid)
    .orderBy('createdAt')
    .execute();
  return rows.map(({ issuer: from, ...row }) => ({
    ...row,
    name: from === issuer ? provider : new URL(from).host,
  }));
}

/** Whether an account has the address without having confirmed it. */
export async function isUnconfirmed(db: Db, email: string): Promise<boolean> {
  const account = await findCredentials(db, email);
  return account !== undefined && !account.emailVerified;
}

/**
 * Moves a member's account that never confirmed the address to the trash, in the transaction that gives the address to its
 * owner. Throws 409 EMAIL_TAKEN for one that did, and for the staff's.
 */
export async function freeAddress(
  { config }: Pick<AccountDeps, 'config'>,
  trx: Trx,
  { email, owner }: { email: string; owner: string },
): Promise<void> {
  const account = await findCredentials(trx, email);
  if (!account) return;
  if (account.emailVerified || account.role || account.id === config.adminUid) throw emailTaken();
  const until = new Date(Date.now() + closedDays.removed * day);
  await closeAccount(trx, account.id, { reason: 'removed', until, by: owner });
}
