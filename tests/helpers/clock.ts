import { onTestFinished, vi } from 'vitest';

/** Controls the time that the program sees until the current test ends. */
export interface Clock {
  /** Advances the time. */
  pass(milliseconds: number): void;
}

/**
 * @param options `at`: the time to start with, by default the real one. `timers`: passing time fires timers too, and real time
 *   passes as well. By default timers are not affected.
 */
export function takeClock({ timers = false, at = new Date() } = {}): Clock {
  const toFake = ['Date', ...(timers ? ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] : [])];
  vi.useFakeTimers({ toFake: toFake as 'Date'[], now: at, shouldAdvanceTime: timers });
  onTestFinished(() => {
    vi.useRealTimers();
  });
  return {
    pass: (milliseconds) =>
      void (timers ? vi.advanceTimersByTime(milliseconds) : vi.setSystemTime(Date.now() + milliseconds)),
  };
}
