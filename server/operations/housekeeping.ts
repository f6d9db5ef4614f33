import { knownDeviceLifetime } from '#server/accounts/known-devices.ts';
import type { Deps } from '#server/deps.ts';
import { dropOldMails } from '#server/mail/retention.ts';
import type { Store } from '#server/store/open.ts';

const hour = 60 * 60 * 1000;

/** Removes counters, sessions, mailed links, held addresses and devices whose time is over. Nothing reads them any more. */
export async function dropExpired({ db }: Store, now: Date): Promise<void> {
  await db.deleteFrom('rate_limits').where('expire', '<', now.getTime()).execute();
  await db.deleteFrom('session').where('expiresAt', '<', now).execute();
  await db.deleteFrom('verification').where('expiresAt', '<', now).execute();
  await db.deleteFrom('former_emails').where('until', '<', now.toISOString()).execute();
  const unused = new Date(now.getTime() - knownDeviceLifetime).toISOString();
  await db.deleteFrom('known_devices').where('lastUsedAt', '<', unused).execute();
}

/** Does that, and removes old mails, now and every hour, in the background. Any number of processes may. @returns ends that */
export function startHousekeeping({
  config,
  store,
  background,
}: Pick<Deps, 'config' | 'store' | 'background'>): () => void {
  async function round(): Promise<void> {
    const now = new Date();
    await dropExpired(store, now);
    await dropOldMails(store.db, config, now.getTime());
  }
  const begin = () => background.run('housekeeping', round);
  begin();
  const timer = setInterval(begin, hour);
  return () => clearInterval(timer);
}
