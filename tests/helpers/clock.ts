import { onTestFinished, vi } from 'vitest';

/** Controls the time that the program sees until the current test ends. Timers are not affected. */
export interface Clock {
  /** Advances the time. */
  pass(milliseconds: number): void;
}

export function takeClock(): Clock {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() });
  onTestFinished(() => {
    vi.useRealTimers();
  });
  return { pass: (milliseconds) => void vi.setSystemTime(Date.now() + milliseconds) };
}
