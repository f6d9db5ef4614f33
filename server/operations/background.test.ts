import { expect, it, vi } from 'vitest';
import { createLog } from '#server/log/log.ts';
import { takeClock } from '#tests/helpers/clock.ts';
import { createBackground } from './background.ts';

function aBackground() {
  const lines: string[] = [];
  return { lines, background: createBackground(createLog('info', { write: (line) => lines.push(line) })) };
}

it('starts work only after the caller has returned', async () => {
  const { background } = aBackground();
  const order: string[] = [];
  background.run('work', async () => order.push('work'));
  order.push('answer');
  await background.idle();
  expect(order).toEqual(['answer', 'work']);
});

it('is idle when all work is done, including work started by work', async () => {
  const { background } = aBackground();
  const done: string[] = [];
  background.run('outer', async () => {
    await new Promise((resolve) => setTimeout(resolve, 5));
    background.run('inner', async () => done.push('inner'));
    done.push('outer');
  });
  await background.idle();
  expect(done).toEqual(['outer', 'inner']);
});

it('starts delayed work immediately instead of waiting for it', async () => {
  takeClock({ timers: 'still' });
  const { background } = aBackground();
  const later = vi.fn(async () => {});
  background.run('later', later, 60_000);
  await background.idle();
  expect(later).toHaveBeenCalledOnce();
});

it('logs failed work by name with its error, and continues', async () => {
  const { background, lines } = aBackground();
  background.run('rejects', async () => {
    throw new Error('broken');
  });
  background.run('throws', () => {
    throw new Error('broken immediately');
  });
  await background.idle();
  const logged = lines.map((line) => JSON.parse(line));
  const failures = logged.map(({ level, task, err }) => [level, task, err.message]);
  expect(failures.toSorted()).toEqual([
    [50, 'rejects', 'broken'],
    [50, 'throws', 'broken immediately'],
  ]);
});

it('pauses repeated work for 15 seconds after a failure', async () => {
  const clock = takeClock({ timers: 'still' });
  const { background } = aBackground();
  let failing = true;
  let times = 0;
  background.repeat('work', 1_000, async () => {
    times += 1;
    if (failing) throw new Error('the database is away');
  });
  await clock.passing(14_000);
  expect(times).toBe(1);
  failing = false;
  await clock.passing(1_500);
  expect(times).toBe(2);
  await clock.passing(1_500);
  expect(times).toBe(3);
  background.stop();
  await clock.passing(60_000);
  expect(times).toBe(3);
});
