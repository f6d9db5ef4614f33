import { hashBounds } from '#server/config/bounds.ts';
import type { Config } from '#server/config/config.ts';
import type { Refusal } from '#server/http/refusal.ts';
import { tooBusy } from '#server/limits/limiter.ts';
import { isNewAccount } from '#server/limits/mail-limits.ts';
import type { TokenPurpose } from './mailed-tokens.ts';

/** When a refused caller should try again, in milliseconds: by then the queue of now has been served. */
const emptiedWithin = 5_000;

export interface QueueKey {
  /**
   * Each lane keeps its places from the callers of all others. `administrator` and `member` are for known devices and
   * reset links, `new-member` and `link` for those of accounts that a stranger may have made a minute ago, and `sign-in`
   * for unknown devices.
   */
  lane: 'administrator' | 'member' | 'link' | 'new-member' | 'registration' | 'sign-in';
  /** The address of the request (`c.var.sender()`). */
  sender: string;
  /** The account, where the caller has shown a known device or a link. Those of one sender take turns. */
  caller?: string;
}

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

export type HashQueue = ReturnType<typeof createHashQueue>;

/**
 * How many hashes run together: one per core and at most 4, and never so many that the thread pool
 * has fewer than two threads left for files, names and mail.
 */
export function hashesAtOnce(threadPoolSize: number, cores: number): number {
  return Math.max(1, Math.min(4, cores, threadPoolSize - 2));
}

interface Waiting {
  /** Its lane, its sender in the lane, and the sender's caller. */
  groups: readonly string[];
  start(): void;
  refuse(reason: Refusal): void;
}

/** Those of the sender with the most, and of its caller with the most; of equals, the newcomer's. */
function crowdOf(lane: readonly Waiting[], newcomer: readonly string[]): readonly Waiting[] {
  return [1, 2].reduce((crowd, depth) => {
    const sizes = Map.groupBy(crowd, ({ groups }) => groups[depth]);
    const rank = ([group, { length }]: [string | undefined, Waiting[]]) =>
      length + (group === newcomer[depth] ? 0.5 : 0);
    return [...sizes].toSorted((a, b) => rank(b) - rank(a))[0]?.[1] ?? [];
  }, lane);
}

/** The one queue for everything that hashes a password. */
export function createHashQueue({
  atOnce,
  /** How many may wait in each lane. */
  waitingAtMost = hashBounds.waiting,
}: {
  atOnce: number;
  waitingAtMost?: number;
}) {
  /** In the order in which they came. */
  let waiting: Waiting[] = [];
  /** Groups take turns: the number with which each began to wait, or was served last. */
  const turns = new Map<string, number>();
  let turn = 0;
  let running = 0;
  let closed = false;

  async function enter({ lane, sender, caller = '' }: QueueKey): Promise<void> {
    if (closed) throw tooBusy(emptiedWithin);
    if (running < atOnce) {
      running += 1;
      return;
    }
    const groups = [lane, `${lane} ${sender}`, `${lane} ${sender} ${caller}`];
    await new Promise<void>((start, refuse) => {
      turn += 1;
      for (const group of groups) turns.set(group, turns.get(group) ?? turn);
      waiting.push({ groups, start, refuse });
      const inLane = waiting.filter((one) => one.groups[0] === lane);
      if (inLane.length <= waitingAtMost) return;
      const newest = crowdOf(inLane, groups).at(-1);
      if (newest) remove(newest).refuse(tooBusy(emptiedWithin));
    });
  }

  function remove(one: Waiting): Waiting {
    waiting = waiting.filter((other) => other !== one);
    for (const group of one.groups)
      if (!waiting.some(({ groups }) => groups.includes(group))) turns.delete(group);
    return one;
  }

  /** The slot passes straight to the next that waits, so that no newcomer can take it. */
  function leave(): void {
    const [next] = [0, 1, 2].reduce((all, depth) => {
      const turnOf = ({ groups }: Waiting) => turns.get(groups[depth] ?? '') ?? 0;
      const first = Math.min(...all.map(turnOf));
      return all.filter((one) => turnOf(one) === first);
    }, waiting);
    if (!next) {
      running -= 1;
      return;
    }
    turn += 1;
    for (const group of next.groups) turns.set(group, turn);
    remove(next).start();
  }

  return {
    /**
     * Runs `work` when it is its turn. Lanes take turns, the senders in a lane, and the callers of a sender, so that a
     * crowd delays only itself. When a lane is full, the sender with the most in it loses the newest, or the newcomer
     * is refused if none has more: 503 TOO_BUSY with Retry-After.
     */
    async run<T>(key: QueueKey, work: () => Promise<T>): Promise<T> {
      await enter(key);
      try {
        return await work();
      } finally {
        leave();
      }
    },
    /** Refuses those that wait, and all that come: 503 TOO_BUSY. The process is about to end. */
    close(): void {
      closed = true;
      for (const { refuse } of waiting) refuse(tooBusy(emptiedWithin));
      waiting = [];
    },
  };
}
