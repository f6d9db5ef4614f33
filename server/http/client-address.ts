import { BlockList, isIP, SocketAddress } from 'node:net';

/**
 * Determines the client address of a request. Reads `X-Forwarded-For` only as far as trusted proxies wrote it: from the right, the first address that is not a
 * trusted proxy is the client.
 * @param trustedProxies addresses and networks (`10.0.0.0/8`, `fd00::/8`), as `isNetwork` accepts them
 */
export function createAddressReader(trustedProxies: readonly string[]) {
  const trusted = blockList(trustedProxies);
  return (socketAddress: string | undefined, forwardedFor: string | undefined): string => {
    const direct = normalize(socketAddress ?? 'unknown');
    if (trustedProxies.length === 0 || !forwardedFor) return direct;
    let client = direct;
    let rest = forwardedFor;
    for (let hop = 0; hop < mostHops && isIP(client) && trusted.check(client, family(client)); hop += 1) {
      const comma = rest.lastIndexOf(',');
      const address = normalize(withoutPort(rest.slice(comma + 1).trim()));
      if (isIP(address) === 0) break;
      client = address;
      rest = rest.slice(0, Math.max(0, comma));
    }
    return client;
  };
}

/** How many proxies in a row are believed, which bounds the work of a request with a long header. */
const mostHops = 16;

/** Some proxies write the client's port too: `192.0.2.1:5678`, `[2001:db8::1]:443`. */
function withoutPort(address: string): string {
  return (
    /^\[([\da-f:.]{2,45})\](?::\d{1,5})?$/i.exec(address)?.[1] ??
    address.replace(/^([\d.]{7,15}):\d{1,5}$/, '$1')
  );
}

/**
 * The key by which limits count an address: an IPv4 address, or the /64 of an IPv6 address. A household gets at
 * least a /64, so counting single addresses would give one client 2^64 limits.
 */
export function senderOf(address: string): string {
  if (isIP(address) !== 6) return address;
  const [head = '', tail] = canonical(address).split('::');
  const first = head === '' ? [] : head.split(':');
  const last = tail ? tail.split(':') : [];
  const zeros = tail === undefined ? 0 : 8 - first.length - last.length;
  const groups = [...first, ...Array<string>(zeros).fill('0'), ...last];
  return `${groups.slice(0, 4).join(':')}::/64`;
}

function blockList(networks: readonly string[]): BlockList {
  const list = new BlockList();
  for (const network of networks) {
    const [text = '', bits] = network.split('/');
    const address = normalize(text);
    if (bits === undefined) list.addAddress(address, family(address));
    // For a network of IPv4-mapped addresses, the prefix length counts from the start of the IPv6 address.
    else if (family(address) === family(text)) list.addSubnet(address, Number(bits), family(address));
    else list.addSubnet(address, Math.max(0, Number(bits) - 96), 'ipv4');
  }
  return list;
}

function family(address: string): 'ipv4' | 'ipv6' {
  return isIP(address) === 6 ? 'ipv6' : 'ipv4';
}

/** On a dual-stack socket an IPv4 address reads `::ffff:192.0.2.1`; a proxy may write it as `::ffff:c000:201`. */
function normalize(address: string): string {
  if (isIP(address) !== 6) return address;
  return /^::ffff:(\d+\.\d+\.\d+\.\d+)$/.exec(canonical(address))?.[1] ?? address;
}

/** The canonical spelling of an IPv6 address, without its zone (`%eth0`). */
function canonical(address: string): string {
  const [plain = ''] = address.split('%', 1);
  return new SocketAddress({ address: plain, family: 'ipv6' }).address;
}
