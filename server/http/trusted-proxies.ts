import type { IncomingMessage } from 'node:http';
import { type BlockList, isIPv6 } from 'node:net';
import { unmapIPv4 } from './client-network.ts';
import { createBlockList } from './networks.ts';

/** Tells if a connection comes from a proxy whose `X-Forwarded-*` headers are trusted. */
export type IsTrusted = (request: IncomingMessage) => boolean;

export interface TrustedProxies {
  /** Tells whether a request comes from a trusted proxy; null if no proxy is trusted. */
  isTrusted: IsTrusted | null;
  /** IP address of the visitor: the last one in the forwarding chain that is not a trusted proxy. */
  clientAddress: (request: IncomingMessage) => string;
}

const isListed = (peers: BlockList, address: string): boolean =>
  peers.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');

export function createTrustedProxies(networks: readonly string[]): TrustedProxies {
  if (networks.length === 0)
    return { isTrusted: null, clientAddress: (request) => unmapIPv4(request.socket.remoteAddress ?? '') };
  const peers = createBlockList(networks);
  return {
    isTrusted: ({ socket }) => isListed(peers, unmapIPv4(socket.remoteAddress ?? '')),
    clientAddress: ({ socket, headers }) => {
      const chain = [...String(headers['x-forwarded-for'] ?? '').split(','), socket.remoteAddress ?? '']
        .map((address) => unmapIPv4(address.trim()))
        .filter(Boolean);
      return chain.findLast((address) => !isListed(peers, address)) ?? chain[0] ?? '';
    },
  };
}
