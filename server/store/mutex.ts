/** Lets one in at a time, in the order in which they came. */
export interface Mutex {
  /** Resolves when it is the caller's turn, which lasts until `give`. */
  acquire(): Promise<void>;
  /** Ends a turn. */
  release(): void;
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
      // Handed over: nobody who comes in between finds it free.
      if (next) next();
      else taken = false;
    },
  };
}
