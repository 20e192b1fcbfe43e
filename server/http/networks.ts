import { BlockList, isIP } from 'node:net';
import { z } from 'zod';

const namedNetworks: Record<string, readonly string[]> = {
  loopback: ['127.0.0.0/8', '::1/128'],
  private: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
};

/**
 * Parses a comma-separated list of IP addresses, networks in CIDR notation and the names `loopback` and `private`. The
 * list is empty for `off`.
 */
export const NetworkListSetting = z.string().transform((text, context): readonly string[] => {
  if (['off', 'false', '0', 'no'].includes(text)) return [];
  const networks = text
    .split(',')
    .map((item) => item.trim())
    .filter(Boolean)
    .flatMap((item) => namedNetworks[item] ?? [item]);
  for (const network of networks)
    if (!isNetwork(network))
      context.addIssue(
        `must be off, or addresses and networks separated by commas ("loopback", "private", "10.0.0.0/8"); "${network}" is none`,
      );
  return networks;
});

function isNetwork(text: string): boolean {
  const [address = '', prefix] = text.split('/');
  const family = isIP(address);
  if (!family) return false;
  return prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) <= (family === 4 ? 32 : 128));
}

export function createNetworkSet(networks: readonly string[]): BlockList {
  const list = new BlockList();
  for (const network of networks) {
    const [address = '', prefix] = network.split('/');
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
    if (prefix === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(prefix), family);
  }
  return list;
}
