import { onTestFinished, vi } from 'vitest';

/** Controls the time that the program sees until the current test ends. */
export interface Clock {
  /** Advances the time. */
  pass(milliseconds: number): void;
  /** Moves the clock on, and waits for what each timer starts. */
  passing(milliseconds: number): Promise<unknown>;
}

interface ClockOptions {
  /** The time to start with, by default the real one. */
  at?: Date;
  /** Passing time fires timers too, and real time passes as well unless it is to stand still. By default timers are not affected. */
  timers?: boolean | 'still';
}

const timerFunctions = ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] as const;

export function takeClock({ timers = false, at = new Date() }: ClockOptions = {}): Clock {
  const still = timers === 'still';
  vi.useFakeTimers({
    toFake: ['Date', ...(timers ? timerFunctions : []), ...(still ? (['performance'] as const) : [])],
    now: at,
    shouldAdvanceTime: timers === true,
  });
  onTestFinished(() => {
    vi.useRealTimers();
  });
  return {
    pass: (milliseconds) =>
      void (timers ? vi.advanceTimersByTime(milliseconds) : vi.setSystemTime(Date.now() + milliseconds)),
    passing: (milliseconds) => vi.advanceTimersByTimeAsync(milliseconds),
  };
}
