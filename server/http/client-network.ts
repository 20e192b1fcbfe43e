import { isIPv6 } from 'node:net';

/** Converts IPv4-mapped IPv6 addresses: a dual-stack socket reports 10.0.0.1 as `::ffff:10.0.0.1`. */
export const unmapIPv4 = (address: string): string => address.replace(/^::ffff:(?=\d+\.)/i, '');

/**
 * Returns the network to which limits attribute a client's IP address: an IPv4 address itself, or the first bits of an
 * IPv6 address. A household or server has 2⁶⁴ IPv6 addresses, so at most the first 64 bits identify a client. Hosting
 * providers give each customer up to 65,536 such networks, which share the first 48 bits.
 */
export function toClientNetwork(clientAddress: string, prefixBits: 48 | 64 = 64): string {
  const address = unmapIPv4(clientAddress);
  if (!isIPv6(address)) return address;
  const [head = '', tail] = address.toLowerCase().split('%', 1)[0]?.split('::') ?? [];
  const before = head.split(':').filter(Boolean);
  const after = tail?.split(':').filter(Boolean) ?? [];
  const missing = tail === undefined ? 0 : 8 - before.length - after.length;
  return [...before, ...Array.from({ length: missing }, () => '0'), ...after]
    .slice(0, prefixBits / 16)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':');
}
