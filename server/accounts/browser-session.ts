import type { Context } from 'hono';
import type { PortalEnv } from '#server/http/env.ts';
import type { Trx } from '#server/store/open.ts';
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

/** The part of a header that is read. */
const headerCap = 512;

/** The first that fits: most browsers name others too. */
const browsers: [name: string, mark: RegExp][] = [
  ['Edge', /Edg(e|A|iOS)?\//],
  ['Opera', /OPR\//],
  ['Samsung Internet', /SamsungBrowser\//],
  ['Firefox', /Firefox\/|FxiOS\//],
  ['Chrome', /Chrom(e|ium)\/|CriOS\//],
  ['Safari', /Safari\//],
];

const systems: [name: string, mark: RegExp][] = [
  ['Android', /Android/],
  ['iOS', /iPhone|iPad|iPod/],
  ['Windows', /Windows/],
  ['ChromeOS', /CrOS/],
  ['macOS', /Macintosh/],
  ['Linux', /Linux/],
];

/** Browser and system of a `User-Agent` header, each empty where it is none of these: nothing of the header is kept. */
export function describeBrowser(header = ''): { browser: string; system: string } {
  const agent = header.slice(0, headerCap);
  const nameIn = (names: typeof browsers) => names.find(([, mark]) => mark.test(agent))?.[0] ?? '';
  return { browser: nameIn(browsers), system: nameIn(systems) };
}
