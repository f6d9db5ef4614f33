import type { Log } from './log.ts';

/** Work that an answer does not wait for. It is finished before the process stops. */
export interface Background {
  run(name: string, work: () => Promise<unknown>): void;
  /** Resolves when nothing is under way. */
  idle(): Promise<void>;
}

export function createBackground(log: Log): Background {
  const underWay = new Set<Promise<void>>();
  return {
    run(name, work) {
      const task: Promise<void> = work()
        .then(() => {})
        .catch((error: unknown) => log.error({ err: error, task: name }, 'background work failed'))
        .finally(() => underWay.delete(task));
      underWay.add(task);
    },
    async idle() {
      while (underWay.size > 0) await Promise.all(underWay);
    },
  };
}
