import type { Refusal } from '#server/http/refusal.ts';
import { hashBounds } from '#server/limits/bounds.ts';
import { tooBusy } from '#server/limits/limiter.ts';

/** When a refused caller should try again, in milliseconds: by then, those who wait now have been served. */
const emptiedWithin = 5_000;

export interface HashQueueOptions {
  /** How many hashes run at once. */
  atOnce: number;
  /** How many may wait; 100 unless told. */
  waitingAtMost?: number;
}

export interface HashQueue {
  /**
   * Runs `work` when it is its turn. Lines take turns, so that one with many waiting holds up only itself. When the
   * queue is full the longest line gives up its newest, and a caller whose own line is the longest is refused:
   * 503 TOO_BUSY with Retry-After.
   */
  run<T>(line: string, work: () => Promise<T>): Promise<T>;
}

/**
 * How many hashes run at once: one a core and 4 at most (DESIGN, section 6), and never so many that the thread pool
 * has fewer than two threads left for files, names and mail.
 */
export function hashesAtOnce(threadPoolSize: number, cores: number): number {
  return Math.max(1, Math.min(4, cores, threadPoolSize - 2));
}

interface Waiting {
  start(): void;
  refuse(reason: Refusal): void;
}

/** The one queue for everything that hashes a password, whoever asks. */
export function createHashQueue({ atOnce, waitingAtMost = hashBounds.waiting }: HashQueueOptions): HashQueue {
  /** Every line has somebody waiting; the first in the map is served next. */
  const lines = new Map<string, Waiting[]>();
  let waiting = 0;
  let running = 0;

  function lengthOf(line: string): number {
    return lines.get(line)?.length ?? 0;
  }

  function makeRoom(line: string): void {
    const [longest = line] = [...lines.keys()].sort((a, b) => lengthOf(b) - lengthOf(a));
    if (lengthOf(longest) <= lengthOf(line) + 1) throw tooBusy(emptiedWithin);
    lines.get(longest)?.pop()?.refuse(tooBusy(emptiedWithin));
    waiting -= 1;
  }

  async function enter(line: string): Promise<void> {
    if (running < atOnce) {
      running += 1;
      return;
    }
    if (waiting >= waitingAtMost) makeRoom(line);
    waiting += 1;
    await new Promise<void>((start, refuse) => {
      const others = lines.get(line);
      if (others) others.push({ start, refuse });
      else lines.set(line, [{ start, refuse }]);
    });
  }

  /** The place passes straight to the next in line, so that nobody can slip in between. */
  function leave(): void {
    const [next] = lines;
    if (!next) {
      running -= 1;
      return;
    }
    const [line, inLine] = next;
    lines.delete(line);
    waiting -= 1;
    inLine.shift()?.start();
    if (inLine.length > 0) lines.set(line, inLine);
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
