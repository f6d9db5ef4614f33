import { isIP } from 'node:net';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isNetwork } from '#server/config/config-variables.ts';
import { createAddressReader, senderOf } from './client-address.ts';

const proxy = '10.0.0.1';
const client = '203.0.113.7';

function clientAddress(socket: string | undefined, header: string | undefined, trusted: readonly string[]) {
  return createAddressReader(trusted)(socket, header);
}

describe('clientAddress', () => {
  it('is the address of the connection', () => {
    expect(clientAddress(client, undefined, [])).toBe(client);
    expect(clientAddress('::ffff:203.0.113.7', undefined, [])).toBe(client);
    expect(clientAddress(undefined, undefined, [])).toBe('unknown');
  });

  it('ignores the header unless it comes from a trusted proxy', () => {
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
    ['::ffff:cb00:7107', client],
    ['2001:db8::7', '2001:db8::7'],
    [`${client}, unknown`, proxy],
    [`${client}, `, proxy],
    ['', proxy],
    ['not an address', proxy],
    ['10.0.0.2', '10.0.0.2'],
    [`${client}:5678`, client],
    [`${client}:5678, 10.0.0.2:80`, client],
    ['[2001:db8::7]:443', '2001:db8::7'],
    ['[2001:db8::7]', '2001:db8::7'],
    [`${client}:port`, proxy],
  ])('reads %j from a trusted proxy as far as trusted proxies wrote it: %s', (header, address) => {
    expect(clientAddress(proxy, header, [proxy, '10.0.0.2'])).toBe(address);
  });

  it('recognises a trusted proxy on a dual-stack socket and over IPv6', () => {
    expect(clientAddress('::ffff:10.0.0.1', client, [proxy])).toBe(client);
    expect(clientAddress('::1', client, ['::1'])).toBe(client);
    expect(clientAddress('::1', client, ['0:0:0:0:0:0:0:1'])).toBe(client);
  });

  it('returns an address and never throws, for any header', () => {
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

  it.each([
    ['10.0.0.0/8', '10.200.3.4', true],
    ['10.0.0.0/8', '11.0.0.1', false],
    ['10.0.0.0/8', '::ffff:10.200.3.4', true],
    ['192.0.2.128/25', '192.0.2.127', false],
    ['0.0.0.0/0', '198.51.100.1', true],
    ['fd00:1::/32', 'fd00:1:2::3', true],
    ['fd00:1::/32', 'fd00:2::3', false],
    ['::ffff:10.0.0.0/104', '10.200.3.4', true],
    ['::ffff:10.0.0.0/104', '11.0.0.1', false],
  ])('with %s as the trusted network, trusts a header from %s: %s', (network, socket, believed) => {
    expect(clientAddress(socket, client, [network]) === client).toBe(believed);
  });

  it('believes 16 proxies in a row, and reads nothing beyond', () => {
    const header = Array.from({ length: 3_700 }, (_, n) => `10.0.${n >> 8}.${n & 255}`).reverse();
    expect(clientAddress(proxy, header.join(','), ['10.0.0.0/8'])).toBe('10.0.0.15');
  });
});

describe('isNetwork', () => {
  it.each(['10.0.0.1', '10.0.0.0/8', '::1', 'fd00::/8', '0.0.0.0/0', '2001:db8::/128'])(
    'accepts %s',
    (text) => {
      expect(isNetwork(text)).toBe(true);
    },
  );

  it.each([
    '',
    'proxy',
    '10.0.0.0/33',
    'fd00::/129',
    '10.0.0.0/',
    '10.0.0.0/8/8',
    '10.0.0.0/-1',
    '10.0.0/8',
    '/8',
  ])('rejects "%s"', (text) => {
    expect(isNetwork(text)).toBe(false);
  });
});

describe('senderOf', () => {
  it.each([
    ['192.0.2.1', '192.0.2.1'],
    ['unknown', 'unknown'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:DB8:1:2::1', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['1::3:4:5:6:7:8', '1:0:3:4::/64'],
  ])('counts %s as %s', (address, sender) => {
    expect(senderOf(address)).toBe(sender);
  });

  it('is the same for all addresses of one /64 and differs between two', () => {
    const group = fc.integer({ min: 0, max: 0xff_ff }).map((number) => number.toString(16));
    const half = fc.tuple(group, group, group, group).map((groups) => groups.join(':'));
    fc.assert(
      fc.property(half, half, half, half, (network, other, one, two) => {
        expect(senderOf(`${network}:${one}`)).toBe(senderOf(`${network}:${two}`));
        fc.pre(network !== other);
        expect(senderOf(`${network}:${one}`)).not.toBe(senderOf(`${other}:${one}`));
      }),
    );
  });
});
