import type { Context } from 'hono';
import { factorTexts } from '#domain/factors.ts';
import type { PortalEnv } from '#server/http/env.ts';
import { Refusal } from '#server/http/refusal.ts';
import { findCredentials } from './credentials.ts';
import type { AccountDeps } from './deps.ts';
import { ownerKey } from './hash-queue.ts';
import { attemptKey } from './sign-in.ts';

/**
 * Asks the person signed in for their password again. A wrong one counts as a guess at the account: 403 WRONG_PASSWORD,
 * and 429 while attempts must wait. @returns its hash
 */
export async function confirmPassword(
  deps: AccountDeps,
  c: Context<PortalEnv>,
  password: string,
): Promise<string> {
  const { config, devices, limits, passwords, store } = deps;
  const sender = c.var.sender();
  const account = await findCredentials(store.db, c.var.user.email);
  if (account?.id !== c.var.user.uid || account.hash === null)
    throw new Refusal(403, 'WRONG_PASSWORD', factorTexts.noPassword, { field: 'password' });
  const knownAs = await devices.knownAs(store.db, await devices.read(c), account.id);
  const attempt = limits.signIn.attempt(attemptKey(knownAs ?? account.email, account.hash));
  await attempt.refuseIfDelayed();
  const key = ownerKey(config, { account, sender });
  if (!(await passwords.matches(password, account.hash, key, attempt.admit)))
    throw new Refusal(403, 'WRONG_PASSWORD', factorTexts.wrongPassword, { field: 'password' });
  await attempt.succeeded();
  return account.hash;
}
