import { knownDeviceLifetime } from '#server/accounts/known-devices.ts';
import type { Config } from '#server/config.ts';
import type { Deps } from '#server/deps.ts';
import { purgeSubmissions } from '#server/forms/inbox-store.ts';
import { dropOldMails } from '#server/mail/retention.ts';
import { dropOldWaits } from '#server/members/review-waits.ts';
import type { Store } from '#server/store/open.ts';

const hour = 60 * 60 * 1000;
const day = 24 * hour;

/** The lifetimes of messages and texts. */
export type Lifetimes = Pick<Config, 'keepMessagesDays' | 'keepTextsDays'>;

/** Removes expired counters, sessions, mailed links, held addresses and devices, which nothing reads any more. */
export async function dropExpired({ db }: Store, now: Date): Promise<void> {
  await db.deleteFrom('rate_limits').where('expire', '<', now.getTime()).execute();
  await db.deleteFrom('session').where('expiresAt', '<', now).execute();
  await db.deleteFrom('verification').where('expiresAt', '<', now).execute();
  await db.deleteFrom('former_emails').where('until', '<', now.toISOString()).execute();
  const unused = new Date(now.getTime() - knownDeviceLifetime).toISOString();
  await db.deleteFrom('known_devices').where('lastUsedAt', '<', unused).execute();
}

/** Removes expired messages, texts that a change replaced, and waits for reviews. */
export async function dropOld(
  { db }: Store,
  now: Date,
  { keepMessagesDays, keepTextsDays }: Lifetimes,
): Promise<void> {
  const before = (days: number) => new Date(now.getTime() - days * day);
  await purgeSubmissions(db, now, before(keepMessagesDays));
  await dropOldWaits(db, now);
  await db.deleteFrom('replaced_texts').where('at', '<', before(keepTextsDays).toISOString()).execute();
}

/** Does both now and every hour in the background, in any number of processes. @returns a function that stops it */
export function startHousekeeping({
  config,
  store,
  background,
}: Pick<Deps, 'config' | 'store' | 'background'>): () => void {
  async function round(): Promise<void> {
    const now = new Date();
    await dropExpired(store, now);
    await dropOld(store, now, config);
    await dropOldMails(store.db, config, now.getTime());
  }
  const begin = () => background.run('housekeeping', round);
  begin();
  const timer = setInterval(begin, hour);
  return () => clearInterval(timer);
}
