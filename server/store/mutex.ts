export type Mutex = ReturnType<typeof createMutex>;

/** A fair mutex: callers acquire it in the order in which they asked. */
export function createMutex() {
  const waiting: (() => void)[] = [];
  let taken = false;
  return {
    /** Resolves when the caller holds the mutex, until `release`. */
    async acquire(): Promise<void> {
      if (taken) await new Promise<void>((resolve) => waiting.push(resolve));
      taken = true;
    },
    release(): void {
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
