import { isIPv6 } from 'node:net';
import { toClientNetwork, unmapIPv4 } from './client-network.ts';

/**
 * Removes the part of an IP address that identifies a household, so that the rest may be stored: the last eight bits of
 * an IPv4 address, and all but the first 48 bits of an IPv6 address.
 */
export function truncateIpAddress(ipAddress: string): string {
  const address = unmapIPv4(ipAddress);
  return isIPv6(address) ? `${toClientNetwork(address, 48)}::/48` : address.replace(/\.\d+$/, '.0/24');
}
