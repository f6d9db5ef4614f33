/** Lets one in at a time, in the order in which they came. */
export interface Turns {
  /** Resolves when it is the caller's turn, which lasts until `give`. */
  take(): Promise<void>;
  /** Ends a turn. */
  give(): void;
}

export function createTurns(): Turns {
  const waiting: (() => void)[] = [];
  let taken = false;
  return {
    async take() {
      if (taken) await new Promise<void>((resolve) => waiting.push(resolve));
      taken = true;
    },
    give() {
      const next = waiting.shift();
      // Handed over: nobody who comes in between finds it free.
      if (next) next();
      else taken = false;
    },
  };
}
