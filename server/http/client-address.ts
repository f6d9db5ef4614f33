import { BlockList, isIP } from 'node:net';

/**
 * The address that limits count against. `X-Forwarded-For` is believed only as far as trusted proxies wrote
 * it: read from the right, the first address that is no trusted proxy is the client.
 */
export function clientAddress(
  socketAddress: string | undefined,
  forwardedFor: string | undefined,
  trustedProxies: readonly string[],
): string {
  const direct = normalise(socketAddress ?? 'unknown');
  if (trustedProxies.length === 0 || !forwardedFor) return direct;
  const trusted = blockList(trustedProxies);
  const chain = [...forwardedFor.split(',').map((part) => normalise(part.trim())), direct];
  let client = direct;
  for (const address of chain.reverse()) {
    if (isIP(address) === 0) break;
    client = address;
    if (!trusted.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4')) break;
  }
  return client;
}

function blockList(addresses: readonly string[]): BlockList {
  const list = new BlockList();
  for (const address of addresses) {
    list.addAddress(normalise(address), isIP(normalise(address)) === 6 ? 'ipv6' : 'ipv4');
  }
  return list;
}

/** An IPv4 address on a dual-stack socket reads `::ffff:192.0.2.1`. */
function normalise(address: string): string {
  return address.replace(/^::ffff:(?=\d+\.)/i, '');
}
