import { isIPv4, isIPv6 } from 'node:net';
import { createNetworkSet } from './networks.ts';

/** IPv4 networks that are not reachable on the public internet, or that translate to other networks (RFC 6890). */
const specialIPv4Networks = createNetworkSet([
  ...['0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12', '192.0.0.0/24'],
  ...['192.0.2.0/24', '192.88.99.0/24', '192.168.0.0/16', '198.18.0.0/15', '198.51.100.0/24', '203.0.113.0/24'],
  ...['224.0.0.0/4', '240.0.0.0/4'],
]);

/** The only IPv6 network with public unicast addresses. Loopback, ULA, mapped and NAT64 addresses are outside. */
const globalIPv6Network = createNetworkSet(['2000::/3']);

/** Networks inside `2000::/3` that are reserved, for documentation, or tunnels to IPv4 addresses (Teredo, 6to4). */
const specialIPv6Networks = createNetworkSet(['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20']);

/** Returns true for a unicast IP address on the public internet, without a zone such as `%eth0`. */
export function isPublicAddress(address: string): boolean {
  if (isIPv4(address)) return !specialIPv4Networks.check(address, 'ipv4');
  if (!isIPv6(address) || address.includes('%')) return false;
  return globalIPv6Network.check(address, 'ipv6') && !specialIPv6Networks.check(address, 'ipv6');
}
