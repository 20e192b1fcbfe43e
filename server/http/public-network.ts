import { isIP } from 'node:net';
import { toClientNetwork, unmapIPv4 } from './client-network.ts';
import { createNetworkSet } from './networks.ts';

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
