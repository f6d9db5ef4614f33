import type { Refusal } from '#server/http/refusal.ts';
import { hashBounds } from '#server/limits/bounds.ts';
import { tooBusy } from '#server/limits/limiter.ts';

/** When a refused caller should try again, in milliseconds: by then the queue of now has been served. */
const emptiedWithin = 5_000;

export interface HashQueueOptions {
  /** How many hashes run at once. */
  atOnce: number;
  /** How many may wait; 100 by default. */
  waitingAtMost?: number;
}

/** The caller that a hash is for. */
export interface HashLine {
  /** The sender of the request (`c.var.sender`). */
  sender: string;
  /** A known device or the holder of a mailed link behind that sender; empty for anyone else. */
  who?: string;
}

export interface HashQueue {
  /**
   * Runs `work` when it is its turn. Senders take turns, and so do the callers of one sender, so that a crowd delays
   * only itself. When the queue is full, the longest line loses its newest entry, and a caller whose own line is the
   * longest is refused: 503 TOO_BUSY with Retry-After.
   */
  run<T>(line: HashLine, work: () => Promise<T>): Promise<T>;
}

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

/** The waiting lines of one sender, none of them empty; the first is served next. */
type Lines = Map<string, Waiting[]>;

function sizeOf(lines: Lines | undefined): number {
  return [...(lines?.values() ?? [])].reduce((sum, line) => sum + line.length, 0);
}

/** The longest line by `size`, if it would still be longer than the other with one more. */
function longerThan<T>(all: Iterable<T>, size: (one: T) => number, other: number): T | undefined {
  const [longest] = [...all].sort((a, b) => size(b) - size(a));
  return longest !== undefined && size(longest) > other + 1 ? longest : undefined;
}

/** The one queue for everything that hashes a password. */
export function createHashQueue({ atOnce, waitingAtMost = hashBounds.waiting }: HashQueueOptions): HashQueue {
  /** The first sender is served next. */
  const senders = new Map<string, Lines>();
  let waiting = 0;
  let running = 0;

  /** Drops the newest of the longest line in favour of a newcomer, or throws. */
  function makeRoom({ sender, who = '' }: HashLine): void {
    const own = senders.get(sender);
    const lines = longerThan(senders.values(), sizeOf, sizeOf(own)) ?? own ?? new Map<string, Waiting[]>();
    const length = lines === own ? (own?.get(who)?.length ?? 0) : -1;
    const longest = longerThan(lines.values(), (line) => line.length, length);
    const newest = longest?.pop();
    if (!newest) throw tooBusy(emptiedWithin);
    for (const [name, line] of lines) if (line.length === 0) lines.delete(name);
    waiting -= 1;
    newest.refuse(tooBusy(emptiedWithin));
  }

  async function enter(line: HashLine): Promise<void> {
    if (running < atOnce) {
      running += 1;
      return;
    }
    if (waiting >= waitingAtMost) makeRoom(line);
    waiting += 1;
    const { sender, who = '' } = line;
    const lines = senders.get(sender) ?? new Map<string, Waiting[]>();
    senders.set(sender, lines);
    await new Promise<void>((start, refuse) => {
      lines.set(who, [...(lines.get(who) ?? []), { start, refuse }]);
    });
  }

  /** The slot passes straight to the next in line, so that no newcomer can take it. */
  function leave(): void {
    const [[sender, lines] = ['', new Map<string, Waiting[]>()]] = senders;
    const [[who, [next, ...others]] = ['', []]] = lines;
    senders.delete(sender);
    lines.delete(who);
    // A sender with callers left goes to the end.
    if (others.length > 0) lines.set(who, others);
    if (lines.size > 0) senders.set(sender, lines);
    if (!next) {
      running -= 1;
      return;
    }
    waiting -= 1;
    next.start();
  }

  return {
    async run(line, work) {
      await enter(line);
      try {
        return await work();
      } finally {
        leave();
      }
    },
  };
}
