import type { Config } from '#server/config/config.ts';
import { isNewAccount } from '#server/limits/account-age.ts';
import type { QueueKey } from './hash-queue.ts';
import type { TokenPurpose } from './mailed-tokens.ts';

interface Owner {
  account: { id: string; createdAt: Date | string };
  sender: string;
  /** The reset link that shows that this is the owner; without one, a known device does. */
  link?: TokenPurpose;
}

/** The place in the queue of hashes of an account's owner. A link that was handed over is from an administrator's hand. */
export function ownerKey({ adminUid }: Pick<Config, 'adminUid'>, { account, sender, link }: Owner): QueueKey {
  const key = { sender, caller: account.id };
  if (account.id === adminUid) return { lane: 'administrator', ...key };
  if (link === 'handed-over' || !isNewAccount(account)) return { lane: 'member', ...key };
  return { lane: link ? 'link' : 'new-member', ...key };
}
