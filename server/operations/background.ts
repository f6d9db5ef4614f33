import type { Log } from '#server/log.ts';

/** Work that an answer does not wait for. It is finished before the process stops. */
export interface Background {
  /** Begins `work` after `delay` milliseconds, in any case not before the caller has returned. */
  run(name: string, work: () => Promise<unknown>, delay?: number): void;
  /** Resolves when nothing is under way. What waits for its time is begun at once. */
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
      // Again and again: work may ask for more work.
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
