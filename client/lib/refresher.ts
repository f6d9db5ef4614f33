/**
 * Throttles `work`: it runs at once when asked, but never concurrently and not within `pause` milliseconds of the last
 * start. Any number of requests in that time cause one more run.
 */
export class Refresher {
  readonly #work: () => Promise<unknown>;
  readonly #pause: number;
  #startedAt = Number.NEGATIVE_INFINITY;
  #running = false;
  #asked = false;
  #stopped = false;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(pause: number, work: () => Promise<unknown>) {
    this.#pause = pause;
    this.#work = work;
  }

  /** @param delay milliseconds to wait at least, if no run is due already */
  ask(delay = 0): void {
    this.#asked = true;
    if (this.#running || this.#stopped || this.#timer !== undefined) return;
    const wait = Math.max(delay, this.#startedAt + this.#pause - performance.now());
    if (wait <= 0) void this.#run();
    else this.#timer = setTimeout(() => void this.#run(), wait);
  }

  /** Cancels further runs. */
  stop(): void {
    clearTimeout(this.#timer);
    this.#stopped = true;
  }

  async #run(): Promise<void> {
    this.#timer = undefined;
    this.#running = true;
    this.#asked = false;
    this.#startedAt = performance.now();
    try {
      await this.#work();
    } finally {
      this.#running = false;
      if (this.#asked) this.ask();
    }
  }
}
