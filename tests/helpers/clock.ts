import { onTestFinished, vi } from 'vitest';

/** The time that the program sees, until the running test ends. Timers go on as they are. */
export interface Clock {
  /** Moves the time on. */
  pass(milliseconds: number): void;
}

export function takeClock(): Clock {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() });
  onTestFinished(() => {
    vi.useRealTimers();
  });
  return { pass: (milliseconds) => void vi.setSystemTime(Date.now() + milliseconds) };
}
