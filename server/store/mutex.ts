/** A fair mutex: callers acquire it in the order in which they asked. */
export interface Mutex {
  /** Resolves when the caller holds the mutex, until `release`. */
  acquire(): Promise<void>;
  release(): void;
  readonly taken: boolean;
}

export function createMutex(): Mutex {
  const waiting: (() => void)[] = [];
  let taken = false;
  return {
    async acquire() {
      if (taken) await new Promise<void>((resolve) => waiting.push(resolve));
      taken = true;
    },
    release() {
      const next = waiting.shift();
      // Handed over directly, so that no newcomer can acquire it in between.
      if (next) next();
      else taken = false;
    },
    get taken() {
      return taken;
    },
  };
}
