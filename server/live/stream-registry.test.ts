import { expect, it } from 'vitest';
import { LiveStream } from './live-stream.ts';
import { StreamRegistry } from './stream-registry.ts';

const bounds = { account: 2, address: 3, total: 5 };

it('limits streams per account, per address and in total, and admits another when one ends', () => {
  const registry = new StreamRegistry();
  function open(account: string, sender: string): LiveStream {
    const connection = { listener: undefined, unread: () => 0, write() {}, end() {}, destroy() {} };
    const stream = new LiveStream({
      scope: account,
      token: 'token',
      account,
      sender,
      connection,
      onEnd: (ended) => registry.leave(ended),
    });
    registry.add(stream);
    return stream;
  }
  const reached = (account: string, sender: string) => registry.boundReached({ account, sender }, bounds);

  const first = open('asha', '192.0.2.1');
  open('asha', '192.0.2.1');
  expect(reached('asha', '198.51.100.1')).toBe('account');
  open('ben', '192.0.2.1');
  expect(reached('cara', '192.0.2.1')).toBe('address');
  expect(reached('ben', '198.51.100.1')).toBeNull();
  open('cara', '198.51.100.1');
  open('dan', '203.0.113.1');
  expect(reached('eve', '203.0.113.2')).toBe('total');
  first.end();
  first.end();
  expect(reached('asha', '192.0.2.1')).toBeNull();
  expect(registry.size).toBe(4);
});
