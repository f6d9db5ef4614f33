/**
 * Runs `work` once at a time. A call during a run starts one more after it, because what the call is about may have
 * come too late for the run.
 * @returns a function that resolves when no run is left
 */
export function coalesce(work: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | undefined;
  let again = false;

  async function run(): Promise<void> {
    try {
      while (again) {
        again = false;
        await work();
      }
    } finally {
      running = undefined;
    }
  }

  return () => {
    again = true;
    running ??= run();
    return running;
  };
}
