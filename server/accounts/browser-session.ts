import type { Context } from 'hono';
import type { PortalEnv } from '#server/http/env.ts';
import type { Trx } from '#server/store/open.ts';
import { describeBrowser } from './browser-names.ts';
import type { AccountDeps } from './deps.ts';
import { newDevice } from './known-devices.ts';
import { beginSession, idleLimit } from './session-store.ts';

/**
 * A session of this browser, in place of the one that it has. Call `begin` in the transaction that lets somebody in, after
 * it has locked the account, and `setCookies` once that is committed. The browser becomes a known device of the account.
 */
export async function browserSession(
  { devices, sessions }: Pick<AccountDeps, 'devices' | 'sessions'>,
  c: Context<PortalEnv>,
) {
  const device = (await devices.read(c)) ?? newDevice();
  const replaced = sessions.id(c);
  const browser = describeBrowser(c.req.header('user-agent'));
  return {
    /** @param factors how many the person has shown. @returns the session's token, for `setCookies` */
    async begin(trx: Trx, uid: string, factors: 1 | 2 = 1): Promise<string> {
      const known = await devices.remember(trx, device, uid);
      return beginSession(trx, uid, replaced, { ...browser, device: known, factors });
    },
    async setCookies(token: string): Promise<void> {
      sessions.setCookie(c, token, new Date(Date.now() + idleLimit));
      await devices.setCookie(c, device);
    },
  };
}
