import { expect, it, vi } from 'vitest';
import { createLog } from '#server/log.ts';
import { LiveStream } from './live-stream.ts';
import { createSessionWatch } from './session-watch.ts';
import { StreamRegistry } from './stream-registry.ts';

function openStream(registry: StreamRegistry, token: string): LiveStream {
  const connection = { listener: undefined, unread: () => 0, write() {}, end() {}, destroy() {} };
  const onEnd = (ended: LiveStream) => registry.leave(ended);
  const owner = { scope: null, token, account: token, sender: '192.0.2.1' };
  const stream = new LiveStream({ ...owner, connection, onEnd });
  registry.add(stream);
  return stream;
}

/** Checks of sessions that the test answers one by one, in order. */
function heldChecks() {
  const held: PromiseWithResolvers<Set<string>>[] = [];
  const alive = vi.fn((_tokens: ReadonlySet<string>) => {
    const check = Promise.withResolvers<Set<string>>();
    held.push(check);
    return check.promise;
  });
  return { held, alive };
}

const log = createLog('silent');

it('checks again once after calls during a check, and never twice at a time', async () => {
  const registry = new StreamRegistry();
  const { held, alive } = heldChecks();
  const checkSessions = createSessionWatch(registry, { alive }, log);
  checkSessions();
  expect(alive).not.toHaveBeenCalled();

  const [asha, ben] = [openStream(registry, 'asha'), openStream(registry, 'ben')];
  checkSessions();
  checkSessions();
  checkSessions();
  expect(alive.mock.calls).toEqual([[new Set(['asha', 'ben'])]]);
  held[0]?.resolve(new Set(['asha']));
  await expect.poll(() => alive).toHaveBeenCalledTimes(2);
  expect([asha.ended, ben.ended]).toEqual([false, true]);

  held[1]?.reject(new Error('the database is away'));
  await expect
    .poll(() => {
      checkSessions();
      return alive.mock.calls.length;
    })
    .toBeGreaterThan(2);
  expect(asha.ended).toBe(false);
  held[2]?.resolve(new Set());
  await expect.poll(() => asha.ended).toBe(true);
});
