import { describe, expect, it } from 'vitest';
import { createHashQueue, type HashQueue, hashesAtOnce, type QueueKey } from './hash-queue.ts';

/** Jobs that end on demand and record the order in which they began. */
function heldWork(queue: HashQueue) {
  const begun: string[] = [];
  const ends: (() => void)[] = [];
  const settled = () => new Promise((resolve) => setImmediate(resolve));
  return {
    settled,
    begun,
    run: (caller: string, name = caller, line: QueueKey['line'] = 'sign-in') => {
      return queue.run({ line, caller }, () => {
        begun.push(name);
        return new Promise<string>((end) => ends.push(() => end(name)));
      });
    },
    /** Ends the oldest job and starts the next. */
    async endOne() {
      await settled();
      ends.shift()?.();
      await settled();
    },
  };
}

const busy = {
  status: 503,
  code: 'TOO_BUSY',
  message: 'The portal is very busy right now. Please try again in 5 seconds.',
  headers: { 'Retry-After': '5' },
};

const lines = ['known', 'registration', 'sign-in'] as const;

describe('the queue of hashes', () => {
  it('runs as many at once as allowed, and the next as soon as one ends', async () => {
    const work = heldWork(createHashQueue({ atOnce: 2 }));
    const all = ['a', 'b', 'c'].map((line) => work.run(line));
    await work.settled();
    expect(work.begun).toEqual(['a', 'b']);
    await work.endOne();
    expect(work.begun).toEqual(['a', 'b', 'c']);
    await work.endOne();
    await work.endOne();
    expect(await Promise.all(all)).toEqual(['a', 'b', 'c']);
  });

  it('serves the lines in turn, each in order', async () => {
    const work = heldWork(createHashQueue({ atOnce: 1 }));
    const names = ['flood 1', 'flood 2', 'flood 3', 'flood 4', 'one 1', 'other 1', 'one 2'];
    const all = names.map((name) => work.run(name.split(' ')[0] ?? '', name));
    for (const _ of names) await work.endOne();
    expect(work.begun).toEqual(['flood 1', 'flood 2', 'one 1', 'other 1', 'flood 3', 'one 2', 'flood 4']);
    await Promise.all(all);
  });

  it('drops the newest of the longest line for another caller', async () => {
    const work = heldWork(createHashQueue({ atOnce: 1, waitingAtMost: 3 }));
    const flood = ['1', '2', '3', '4'].map((name) => work.run('flood', name));
    const refused = expect(flood[3]).rejects.toMatchObject(busy);
    const other = work.run('other');
    await refused;
    for (let ended = 0; ended < 4; ended += 1) await work.endOne();
    expect(await other).toBe('other');
    expect(await Promise.all(flood.slice(0, 3))).toEqual(['1', '2', '3']);
  });

  it.each(lines)('serves the other lines in turn while a crowd waits in the line %s', async (crowded) => {
    const work = heldWork(createHashQueue({ atOnce: 1 }));
    const crowd = Array.from({ length: 50 }, (_, n) => work.run(`stranger ${n}`, undefined, crowded));
    const callers = lines
      .filter((line) => line !== crowded)
      .flatMap((line) => [1, 2].map((n) => ({ line, name: `${line} ${n}` })));
    const served = Promise.all(callers.map(({ line, name }) => work.run(name, name, line)));
    while (work.begun.length < crowd.length + callers.length) await work.endOne();
    for (const { name } of callers) expect(work.begun.indexOf(name), name).toBeLessThanOrEqual(6);
    await work.endOne();
    expect(await served).toEqual(callers.map(({ name }) => name));
    await Promise.all(crowd);
  });

  it('refuses with 503 and Retry-After past its bound, and keeps places in each line that the others cannot take', async () => {
    const work = heldWork(createHashQueue({ atOnce: 1, waitingAtMost: 2 }));
    const crowd = ['1', '2', '3'].map((name) => work.run(name));
    await expect(work.run('4')).rejects.toMatchObject(busy);
    const owner = work.run('owner', 'owner', 'known');
    const visitor = work.run('visitor', 'visitor', 'registration');
    for (let ended = 0; ended < 5; ended += 1) await work.endOne();
    expect(await Promise.all([owner, visitor, ...crowd])).toEqual(['owner', 'visitor', '1', '2', '3']);
    expect(work.begun.slice(0, 3)).toEqual(['1', 'owner', 'visitor']);
    expect(await Promise.all([work.run('4'), work.endOne()])).toEqual(['4', undefined]);
  });

  it('continues after a job that failed', async () => {
    const queue = createHashQueue({ atOnce: 1 });
    await expect(
      queue.run({ line: 'sign-in', caller: 'a' }, () => Promise.reject(new Error('failed'))),
    ).rejects.toThrow('failed');
    expect(await queue.run({ line: 'sign-in', caller: 'a' }, async () => 'done')).toBe('done');
  });
});

describe('hashesAtOnce', () => {
  it('is one per core, at most 4, and leaves two threads of the pool free', () => {
    expect([hashesAtOnce(8, 1), hashesAtOnce(8, 2), hashesAtOnce(8, 16)]).toEqual([1, 2, 4]);
    expect([hashesAtOnce(4, 16), hashesAtOnce(2, 16), hashesAtOnce(1, 1)]).toEqual([2, 1, 1]);
  });
});
