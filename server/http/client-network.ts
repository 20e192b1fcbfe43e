import { isIP, isIPv6 } from 'node:net';
import { createNetworkSet } from './networks.ts';

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

const sharedNetworks = createNetworkSet([
  ...['127.0.0.0/8', '10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', '169.254.0.0/16', '100.64.0.0/10'],
  ...['::1/128', 'fc00::/7', 'fe80::/10'],
]);

/**
 * Returns the network of a client's IP address, or null if the address does not identify the client: behind a proxy
 * that is not configured as trusted, all visitors have the proxy's private address.
 */
export function toPublicNetwork(clientAddress: string): string | null {
  const address = unmapIPv4(clientAddress);
  const family = isIP(address);
  if (family === 0 || sharedNetworks.check(address, family === 6 ? 'ipv6' : 'ipv4')) return null;
  return toClientNetwork(address);
}

/**
 * Removes the part of an IP address that identifies a household, so that the rest may be stored: the last eight bits of
 * an IPv4 address, and all but the first 48 bits of an IPv6 address.
 */
export function truncateIpAddress(ipAddress: string): string {
  const address = unmapIPv4(ipAddress);
  return isIPv6(address) ? `${toClientNetwork(address, 48)}::/48` : address.replace(/\.\d+$/, '.0/24');
}
