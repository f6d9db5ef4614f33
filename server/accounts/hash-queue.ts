import type { Refusal } from '#server/http/refusal.ts';
import { hashBounds } from '#server/limits/bounds.ts';
import { tooBusy } from '#server/limits/limiter.ts';

/** When a refused caller should try again, in milliseconds: by then the queue of now has been served. */
const emptiedWithin = 5_000;

/** The lines of the queue, in the order in which they take turns. Strangers can fill the last two, never the first. */
const lines = ['known', 'registration', 'sign-in'] as const;

export interface QueueKey {
  /** `known` is for known devices and holders of mailed links. */
  line: (typeof lines)[number];
  /** The known device, the account of the mailed link, or else the sender of the request (`c.var.sender`). */
  caller: string;
}

export type HashQueue = ReturnType<typeof createHashQueue>;

/**
 * How many hashes run at once: one per core and at most 4 (DESIGN, section 6), and never so many that the thread pool
 * has fewer than two threads left for files, names and mail.
 */
export function hashesAtOnce(threadPoolSize: number, cores: number): number {
  return Math.max(1, Math.min(4, cores, threadPoolSize - 2));
}

interface Waiting {
  start(): void;
  refuse(reason: Refusal): void;
}

/** The waiting of one line by caller, none of them empty. The first is served next. */
type Line = Map<string, Waiting[]>;

/** Adds to a line of at most `most`. Throws 503 TOO_BUSY, or refuses the newest of the caller with the most. */
function join(line: Line, { caller, one, most }: { caller: string; one: Waiting; most: number }): void {
  const own = line.get(caller) ?? [];
  const waiting = [...line.values()];
  if (waiting.reduce((sum, list) => sum + list.length, 0) >= most) {
    const [longest] = waiting.toSorted((a, b) => b.length - a.length);
    if (!longest || longest.length <= own.length + 1) throw tooBusy(emptiedWithin);
    longest.pop()?.refuse(tooBusy(emptiedWithin));
  }
  line.set(caller, [...own, one]);
}

/** Takes the next; a caller with more left goes to the end. */
function takeNext(line: Line): Waiting | undefined {
  const [[caller, [next, ...others]] = ['', []]] = line;
  line.delete(caller);
  if (others.length > 0) line.set(caller, others);
  return next;
}

/** The one queue for everything that hashes a password. */
export function createHashQueue({
  atOnce,
  /** How many may wait in each line. */
  waitingAtMost = hashBounds.waiting,
}: {
  atOnce: number;
  waitingAtMost?: number;
}) {
  const waiting = new Map<QueueKey['line'], Line>(lines.map((name) => [name, new Map()]));
  let running = 0;

  async function enter({ line: name, caller }: QueueKey): Promise<void> {
    if (running < atOnce) {
      running += 1;
      return;
    }
    const line = waiting.get(name) ?? new Map<string, Waiting[]>();
    await new Promise<void>((start, refuse) => {
      join(line, { caller, one: { start, refuse }, most: waitingAtMost });
    });
  }

  /** The slot passes straight to the next in line, so that no newcomer can take it. */
  function leave(): void {
    for (const [name, line] of waiting) {
      const next = takeNext(line);
      if (!next) continue;
      // The lines take turns.
      waiting.delete(name);
      waiting.set(name, line);
      next.start();
      return;
    }
    running -= 1;
  }

  return {
    /**
     * Runs `work` when it is its turn. The lines take turns, and so do the callers in a line, so that a crowd delays only
     * itself. When a line is full, the caller with the most in it loses the newest, or the newcomer is refused if none
     * has more: 503 TOO_BUSY with Retry-After.
     */
    async run<T>(key: QueueKey, work: () => Promise<T>): Promise<T> {
      await enter(key);
      try {
        return await work();
      } finally {
        leave();
      }
    },
  };
}
