import type { Trx } from './open.ts';

/** Tells whoever waits that the change log may have grown. */
export interface ChangeEmitter {
  /** To be called for every change appended, in its transaction. */
  appended(trx: Trx, seq: number): void;
  /** The highest `seq` that the transaction appended, or null if it appended none. */
  lastAppended(trx: Trx): number | null;
  /** Calls all who wait. */
  wake(): void;
  /** Has `wake` called from now on. @returns ends that */
  watch(wake: () => void): () => void;
  /** How many wait. */
  watchers(): number;
}

export function createChangeEmitter(): ChangeEmitter {
  const appended = new WeakMap<Trx, number>();
  const waiting = new Set<() => void>();
  return {
    appended: (trx, seq) => {
      appended.set(trx, seq);
    },
    lastAppended: (trx) => appended.get(trx) ?? null,
    wake: () => {
      for (const wake of waiting) wake();
    },
    watch(wake) {
      waiting.add(wake);
      return () => waiting.delete(wake);
    },
    watchers: () => waiting.size,
  };
}
