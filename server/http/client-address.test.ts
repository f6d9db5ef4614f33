import { isIP } from 'node:net';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { clientAddress } from './client-address.ts';

const proxy = '10.0.0.1';
const client = '203.0.113.7';

describe('clientAddress', () => {
  it('is that of the connection', () => {
    expect(clientAddress(client, undefined, [])).toBe(client);
    expect(clientAddress('::ffff:203.0.113.7', undefined, [])).toBe(client);
    expect(clientAddress(undefined, undefined, [])).toBe('unknown');
  });

  it('ignores a header where no proxy is trusted, and from anybody but a trusted one', () => {
    expect(clientAddress(client, '198.51.100.1', [])).toBe(client);
    expect(clientAddress(client, '198.51.100.1', [proxy])).toBe(client);
    expect(clientAddress(client, `198.51.100.1, ${proxy}`, [proxy])).toBe(client);
  });

  it.each([
    [client, client],
    [`198.51.100.1, ${client}`, client],
    [`${proxy}, ${client}`, client],
    [`${client}, 10.0.0.2`, client],
    [`198.51.100.1, ${client}, 10.0.0.2, ${proxy}`, client],
    ['  203.0.113.7  ', client],
    ['::ffff:203.0.113.7', client],
    ['2001:db8::7', '2001:db8::7'],
    [`${client}, unknown`, proxy],
    [`${client}, `, proxy],
    ['', proxy],
    ['not an address', proxy],
    ['10.0.0.2', '10.0.0.2'],
  ])('believes a trusted proxy that says %j as far as trusted proxies wrote it: %s', (header, address) => {
    expect(clientAddress(proxy, header, [proxy, '10.0.0.2'])).toBe(address);
  });

  it('knows a trusted proxy on a dual-stack socket and over IPv6', () => {
    expect(clientAddress('::ffff:10.0.0.1', client, [proxy])).toBe(client);
    expect(clientAddress('::1', client, ['::1'])).toBe(client);
    expect(clientAddress('::1', client, ['0:0:0:0:0:0:0:1'])).toBe(client);
  });

  it('never throws and answers an address, whatever the header', () => {
    const address = fc.oneof(fc.ipV4(), fc.ipV6(), fc.constant(proxy), fc.constant('fe80::1%eth0'));
    const header = fc
      .array(fc.oneof(address, fc.string(), fc.constantFrom('::ffff:', '::ffff:999.1.1.1', '%', ',,')))
      .map((parts) => parts.join(', '));
    fc.assert(
      fc.property(
        address,
        header,
        fc.array(address.filter((text) => isIP(text) > 0)),
        (socket, text, trusted) => {
          expect(isIP(clientAddress(socket, text, [...trusted, proxy]))).toBeGreaterThan(0);
        },
      ),
      { numRuns: 1_000 },
    );
  });

  it('cannot be chosen by a client behind one trusted proxy, which appends the address it sees', () => {
    fc.assert(
      fc.property(fc.string(), fc.ipV4(), (forged, real) => {
        fc.pre(real !== proxy);
        expect(clientAddress(proxy, `${forged}, ${real}`, [proxy])).toBe(real);
      }),
    );
  });
});
