import type { Log } from '#server/log.ts';

/** Work that continues after the response. It is finished before the process stops. */
export interface Background {
  /** Starts `work` after `delay` milliseconds, but never before the caller has returned. */
  run(name: string, work: () => Promise<unknown>, delay?: number): void;
  /** Resolves when no work is running. Delayed work is started at once. */
  idle(): Promise<void>;
}

export function createBackground(log: Log): Background {
  const underWay = new Set<Promise<void>>();
  const waiting = new Map<NodeJS.Timeout, () => void>();

  function begin(name: string, work: () => Promise<unknown>): void {
    const task: Promise<void> = (async () => {
      await work();
    })()
      .catch((error: unknown) => log.error({ err: error, task: name }, 'background work failed'))
      .finally(() => underWay.delete(task));
    underWay.add(task);
  }

  return {
    run(name, work, delay = 0) {
      const timer = setTimeout(() => {
        waiting.delete(timer);
        begin(name, work);
      }, delay);
      waiting.set(timer, () => begin(name, work));
    },
    async idle() {
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
