import type { Log } from '#server/log/log.ts';

export type Background = ReturnType<typeof createBackground>;

/** After a failure, repeated work pauses at least this long, in milliseconds: the database may be away. */
const pauseAfterFailure = 15_000;

/** Work that continues after the response. It is finished before the process stops. */
export function createBackground(log: Log) {
  const underWay = new Set<Promise<void>>();
  const waiting = new Map<NodeJS.Timeout, () => void>();
  const pauses = new Map<string, NodeJS.Timeout>();
  const ending = new AbortController();

  function begin(name: string, work: () => Promise<unknown>): void {
    const task: Promise<void> = (async () => {
      await work();
    })()
      .catch((error: unknown) => log.error({ err: error, task: name }, 'background work failed'))
      .finally(() => underWay.delete(task));
    underWay.add(task);
  }

  /** Starts `work` after `delay` milliseconds, but never before the caller has returned. */
  function run(name: string, work: () => Promise<unknown>, delay = 0): void {
    const timer = setTimeout(() => {
      waiting.delete(timer);
      begin(name, work);
    }, delay);
    waiting.set(timer, () => begin(name, work));
  }

  /** Does `work` now and again until `stop`, `every` milliseconds after the last time, or later if it failed. */
  function repeat(name: string, every: number, work: () => Promise<unknown>): void {
    run(name, async () => {
      let pause = Math.max(every, pauseAfterFailure);
      try {
        await work();
        pause = every;
      } finally {
        if (!ending.signal.aborted) pauses.set(name, setTimeout(repeat, pause, name, every, work));
      }
    });
  }

  return {
    run,
    repeat,
    /** Aborted by `stop`: long work that the next start repeats ends early. */
    signal: ending.signal,
    /** Ends what is repeated. */
    stop(): void {
      ending.abort();
      for (const pause of pauses.values()) clearTimeout(pause);
    },
    /** Resolves when no work is running. Delayed work is started immediately. */
    async idle(): Promise<void> {
      // Repeated, because work may start more work.
      while (waiting.size + underWay.size > 0) {
        for (const [timer, beginNow] of waiting) {
          clearTimeout(timer);
          beginNow();
        }
        waiting.clear();
        await Promise.all(underWay);
      }
    },
  };
}
