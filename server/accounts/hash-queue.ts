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
  start(): void;
  refuse(reason: Refusal): void;
}

/** Hashes that wait, by lane, by sender and by caller. Branches take turns and are never empty; the first is served next. */
type Branch = Waiting[] | Map<string, Branch>;

function sizeOf(branch: Branch): number {
  if (Array.isArray(branch)) return branch.length;
  return [...branch.values()].reduce((sum, child) => sum + sizeOf(child), 0);
}

function add(branch: Branch, [key, ...path]: string[], one: Waiting): void {
  if (Array.isArray(branch)) {
    branch.push(one);
    return;
  }
  const child = branch.get(key ?? '') ?? (path.length > 0 ? new Map<string, Branch>() : []);
  branch.set(key ?? '', child);
  add(child, path, one);
}

/** Takes the next. A branch with more left goes to the end. */
function takeNext(branch: Branch): Waiting | undefined {
  if (Array.isArray(branch)) return branch.shift();
  for (const [key, child] of branch) {
    const next = takeNext(child);
    branch.delete(key);
    if (sizeOf(child) > 0) branch.set(key, child);
    return next;
  }
  return undefined;
}

/** Takes the newest of the sender with the most, and of its caller with the most; of equals, the newcomer's at `path`. */
function takeNewest(branch: Branch, [newcomer, ...path]: string[]): Waiting | undefined {
  if (Array.isArray(branch)) return branch.pop();
  const rank = ([key, child]: [string, Branch]) => sizeOf(child) + (key === newcomer ? 0.5 : 0);
  const [longest] = [...branch].toSorted((a, b) => rank(b) - rank(a));
  if (!longest) return undefined;
  const [key, child] = longest;
  const newest = takeNewest(child, key === newcomer ? path : []);
  if (sizeOf(child) === 0) branch.delete(key);
  return newest;
}

/** Takes all of a branch. */
function takeAll(branch: Branch): Waiting[] {
  const taken: Waiting[] = [];
  for (let next = takeNext(branch); next; next = takeNext(branch)) taken.push(next);
  return taken;
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
  const lanes = new Map<string, Branch>();
  let running = 0;
  let closed = false;

  async function enter({ lane, sender, caller = '' }: QueueKey): Promise<void> {
    if (closed) throw tooBusy(emptiedWithin);
    if (running < atOnce) {
      running += 1;
      return;
    }
    await new Promise<void>((start, refuse) => {
      add(lanes, [lane, sender, caller], { start, refuse });
      const waiting = lanes.get(lane);
      if (!waiting || sizeOf(waiting) <= waitingAtMost) return;
      takeNewest(waiting, [sender, caller])?.refuse(tooBusy(emptiedWithin));
      if (sizeOf(waiting) === 0) lanes.delete(lane);
    });
  }

  /** The slot passes straight to the next that waits, so that no newcomer can take it. */
  function leave(): void {
    const next = takeNext(lanes);
    if (next) next.start();
    else running -= 1;
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
      for (const { refuse } of takeAll(lanes)) refuse(tooBusy(emptiedWithin));
    },
  };
}
