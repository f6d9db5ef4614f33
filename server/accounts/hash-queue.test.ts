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
    run: (sender: string, name = sender, lane: QueueKey['lane'] = 'sign-in', caller = '') => {
      return queue.run({ lane, sender, caller }, () => {
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

const lanes = ['administrator', 'member', 'link', 'new-member', 'registration', 'sign-in'] as const;

describe('the queue of hashes', () => {
  it('runs as many together as allowed, and the next as soon as one ends', async () => {
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

  it('serves the senders in turn, each in order', async () => {
    const work = heldWork(createHashQueue({ atOnce: 1 }));
    const names = ['flood 1', 'flood 2', 'flood 3', 'flood 4', 'one 1', 'other 1', 'one 2'];
    const all = names.map((name) => work.run(name.split(' ')[0] ?? '', name));
    for (const _ of names) await work.endOne();
    expect(work.begun).toEqual(['flood 1', 'flood 2', 'one 1', 'other 1', 'flood 3', 'one 2', 'flood 4']);
    await Promise.all(all);
  });

  it('serves the callers of a sender in turn, and gives a sender with many of them no more turns', async () => {
    const work = heldWork(createHashQueue({ atOnce: 1 }));
    const running = work.run('any', 'running');
    const names = ['a 1', 'a 2', 'b 1', 'c 1'];
    const campus = names.map((name) => work.run('campus', name, 'member', name.split(' ')[0]));
    const others = ['x', 'y'].map((name) => work.run('elsewhere', name, 'member', name));
    for (let ended = 0; ended < 7; ended += 1) await work.endOne();
    expect(work.begun).toEqual(['running', 'a 1', 'x', 'b 1', 'y', 'c 1', 'a 2']);
    await Promise.all([running, ...campus, ...others]);
  });

  it('takes the places of a sender with many accounts back as soon as others need them', async () => {
    const work = heldWork(createHashQueue({ atOnce: 1, waitingAtMost: 10 }));
    const running = work.run('any', 'running');
    const crowd = Array.from({ length: 30 }, (_, n) => work.run('crowd', `${n}`, 'new-member', `${n}`));
    const ends = Promise.allSettled(crowd);
    const others = Array.from({ length: 8 }, (_, n) => work.run(`sender ${n}`, undefined, 'new-member'));
    while (work.begun.length < 11) await work.endOne();
    await work.endOne();
    expect(await Promise.all(others)).toHaveLength(8);
    expect((await ends).filter(({ status }) => status === 'fulfilled')).toHaveLength(2);
    await running;
  });

  it('lets no caller of a sender take the places of the others there', async () => {
    const work = heldWork(createHashQueue({ atOnce: 1, waitingAtMost: 4 }));
    const running = work.run('any', 'running');
    const flood = Array.from({ length: 8 }, (_, n) => work.run('campus', `flood ${n}`, 'member', 'flood'));
    const ends = Promise.allSettled(flood);
    const others = ['a', 'b', 'c'].map((name) => work.run('campus', name, 'member', name));
    for (let ended = 0; ended < 5; ended += 1) await work.endOne();
    expect(await Promise.all(others)).toEqual(['a', 'b', 'c']);
    expect((await ends).filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    await running;
  });

  it('gives a sender all places of a lane while no other needs them', async () => {
    const work = heldWork(createHashQueue({ atOnce: 1 }));
    const crowd = Array.from({ length: 101 }, (_, n) => work.run('campus', `${n}`, 'registration'));
    await expect(work.run('campus', 'late', 'registration')).rejects.toMatchObject(busy);
    for (const _ of crowd) await work.endOne();
    expect(await Promise.all(crowd)).toEqual(crowd.map((_, n) => `${n}`));
  });

  it('drops the newest of the sender with the most for another sender', async () => {
    const work = heldWork(createHashQueue({ atOnce: 1, waitingAtMost: 3 }));
    const flood = ['1', '2', '3', '4'].map((name) => work.run('flood', name));
    const refused = expect(flood[3]).rejects.toMatchObject(busy);
    const other = work.run('other');
    await refused;
    for (let ended = 0; ended < 4; ended += 1) await work.endOne();
    expect(await other).toBe('other');
    expect(await Promise.all(flood.slice(0, 3))).toEqual(['1', '2', '3']);
  });

  it.each(lanes)('serves the other lanes in turn while a crowd waits in the lane %s', async (crowded) => {
    const work = heldWork(createHashQueue({ atOnce: 1 }));
    const crowd = Array.from({ length: 50 }, (_, n) => work.run(`stranger ${n}`, undefined, crowded));
    const callers = lanes
      .filter((lane) => lane !== crowded)
      .flatMap((lane) => [1, 2].map((n) => ({ lane, name: `${lane} ${n}` })));
    const served = Promise.all(callers.map(({ lane, name }) => work.run(name, name, lane)));
    while (work.begun.length < crowd.length + callers.length) await work.endOne();
    for (const { name } of callers)
      expect(work.begun.indexOf(name), name).toBeLessThanOrEqual(2 * lanes.length);
    await work.endOne();
    expect(await served).toEqual(callers.map(({ name }) => name));
    await Promise.all(crowd);
  });

  it('refuses with 503 and Retry-After over its limit, and keeps places in each lane that the others cannot take', async () => {
    const work = heldWork(createHashQueue({ atOnce: 1, waitingAtMost: 2 }));
    const crowd = ['1', '2', '3'].map((name) => work.run(name));
    await expect(work.run('4')).rejects.toMatchObject(busy);
    const owner = work.run('owner', 'owner', 'member');
    const visitor = work.run('visitor', 'visitor', 'registration');
    for (let ended = 0; ended < 5; ended += 1) await work.endOne();
    expect(await Promise.all([owner, visitor, ...crowd])).toEqual(['owner', 'visitor', '1', '2', '3']);
    expect(work.begun).toEqual(['1', '2', 'owner', 'visitor', '3']);
    expect(await Promise.all([work.run('4'), work.endOne()])).toEqual(['4', undefined]);
  });

  it('continues after a job that failed', async () => {
    const queue = createHashQueue({ atOnce: 1 });
    await expect(
      queue.run({ lane: 'sign-in', sender: 'a' }, () => Promise.reject(new Error('failed'))),
    ).rejects.toThrow('failed');
    expect(await queue.run({ lane: 'sign-in', sender: 'a' }, async () => 'done')).toBe('done');
  });
});

describe('hashesAtOnce', () => {
  it('is one per core, at most 4, and leaves two threads of the pool free', () => {
    expect([hashesAtOnce(8, 1), hashesAtOnce(8, 2), hashesAtOnce(8, 16)]).toEqual([1, 2, 4]);
    expect([hashesAtOnce(4, 16), hashesAtOnce(2, 16), hashesAtOnce(1, 1)]).toEqual([2, 1, 1]);
  });

  it('refuses those that wait, and all that come, once it is closed; what runs is finished', async () => {
    const queue = createHashQueue({ atOnce: 1 });
    const work = heldWork(queue);
    const running = work.run('a');
    const waiting = lanes.map((lane) => work.run('b', 'b', lane));
    const refused = Promise.all(waiting.map((each) => expect(each).rejects.toMatchObject(busy)));
    await work.settled();
    queue.close();
    await refused;
    await expect(work.run('c')).rejects.toMatchObject(busy);
    await work.endOne();
    expect(await running).toBe('a');
    expect(work.begun).toEqual(['a']);
  });
});
