import { createHash, randomBytes } from 'node:crypto';
import type { Context } from 'hono';
import { getSignedCookie, setSignedCookie } from 'hono/cookie';
import type { Config } from '#server/config/config.ts';
import { cookieName } from '#server/http/cookie-name.ts';
import type { Db, Trx } from '#server/store/open.ts';

export const knownDeviceLifetime = 390 * 24 * 60 * 60 * 1000;

/** How many devices an account has. Few, because each has separate attempts at the password. */
const devicesPerAccount = 10;

export type KnownDevices = ReturnType<typeof createKnownDevices>;

/** A device that is not known to any account yet. */
export function newDevice(): string {
  return randomBytes(24).toString('base64url');
}

/**
 * The devices that have signed in to an account (docs/decisions/sign-in.md). Their attempts are counted apart from
 * those of all others, so that strangers who guess cannot keep the owner out.
 */
export function createKnownDevices(config: Pick<Config, 'https' | 'portalUrl' | 'authSecret'>) {
  const cookie = cookieName('device', config);
  const secret = `device ${config.authSecret}`;

  return {
    /** The device named by the request's cookie, if the portal signed it. */
    read: async (c: Context) => (await getSignedCookie(c, secret, cookie)) || null,
    /** The key that counts a device's attempts at an account; null if it has not signed in to it before. */
    async knownAs(db: Db, device: string | null, uid: string | undefined): Promise<string | null> {
      if (device === null) return null;
      const id = nameOf(device, uid ?? '');
      const row = await db.selectFrom('known_devices').select('id').where('id', '=', id).executeTakeFirst();
      return row?.id ?? null;
    },
    /** Remembers that a device signs in to an account, in the transaction that makes the session. @returns its id */
    async remember(trx: Trx, device: string, uid: string): Promise<string> {
      const id = nameOf(device, uid);
      const lastUsedAt = new Date().toISOString();
      await trx
        .insertInto('known_devices')
        .values({ id, uid, lastUsedAt })
        .onConflict((conflict) => conflict.column('id').doUpdateSet({ lastUsedAt }))
        .execute();
      const kept = trx
        .selectFrom('known_devices')
        .select('id')
        .where('uid', '=', uid)
        .where('id', '!=', id)
        .orderBy('lastUsedAt', 'desc')
        .limit(devicesPerAccount - 1);
      await trx
        .deleteFrom('known_devices')
        .where('uid', '=', uid)
        .where('id', '!=', id)
        .where('id', 'not in', kept)
        .execute();
      return id;
    },
    setCookie(c: Context, device: string): Promise<void> {
      return setSignedCookie(c, cookie, device, secret, {
        path: '/',
        httpOnly: true,
        sameSite: 'Lax',
        secure: config.https,
        expires: new Date(Date.now() + knownDeviceLifetime),
      });
    },
  };
}

/** The stored form of a device, from which no cookie can be made. */
function nameOf(device: string, uid: string): string {
  return createHash('sha256').update(`${device} ${uid}`).digest('base64url');
}
