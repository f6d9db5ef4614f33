import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Refresher } from './refresher.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe('a refresher', () => {
  it('runs at once, and again after the pause, once for all requests since', async () => {
    const work = vi.fn(async () => {});
    const refresher = new Refresher(250, work);
    refresher.ask();
    expect(work).toHaveBeenCalledTimes(1);
    for (let n = 0; n < 10; n += 1) refresher.ask();
    await vi.advanceTimersByTimeAsync(249);
    expect(work).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(work).toHaveBeenCalledTimes(2);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(work).toHaveBeenCalledTimes(2);
  });

  it('never runs concurrently, and runs once more if asked during a run', async () => {
    let running = 0;
    const ends: (() => void)[] = [];
    const work = vi.fn(() => {
      running += 1;
      expect(running).toBe(1);
      return new Promise<void>((resolve) => {
        ends.push(() => {
          running -= 1;
          resolve();
        });
      });
    });
    const refresher = new Refresher(250, work);
    refresher.ask();
    refresher.ask();
    await vi.advanceTimersByTimeAsync(5_000);
    expect(work).toHaveBeenCalledTimes(1);
    ends[0]?.();
    await vi.advanceTimersByTimeAsync(0);
    expect(work).toHaveBeenCalledTimes(2);
    ends[1]?.();
    await vi.advanceTimersByTimeAsync(5_000);
    expect(work).toHaveBeenCalledTimes(2);
  });

  it('waits as long as asked, once for all requests meanwhile', async () => {
    const work = vi.fn(async () => {});
    const refresher = new Refresher(250, work);
    refresher.ask(4_000);
    refresher.ask(1_000);
    refresher.ask();
    await vi.advanceTimersByTimeAsync(3_999);
    expect(work).toHaveBeenCalledTimes(0);
    await vi.advanceTimersByTimeAsync(1);
    expect(work).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(work).toHaveBeenCalledTimes(1);
  });

  it('stops', async () => {
    const work = vi.fn(async () => {});
    const refresher = new Refresher(250, work);
    refresher.ask();
    refresher.ask();
    refresher.stop();
    refresher.ask();
    await vi.advanceTimersByTimeAsync(5_000);
    expect(work).toHaveBeenCalledTimes(1);
  });
});
