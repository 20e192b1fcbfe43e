import type { IncomingMessage } from 'node:http';
import { type BlockList, isIPv6 } from 'node:net';
import { createBlockList } from '#server/config.ts';

/** Whether a connection comes from a proxy whose `X-Forwarded-*` headers count. */
export type IsTrusted = (request: IncomingMessage) => boolean;

export interface TrustedProxies {
  /** null where nobody is trusted: then nothing needs to be asked. */
  isTrusted: IsTrusted | null;
  /** The visitor's address: the peer's, or the nearest one that is no trusted proxy. */
  clientAddress: (request: IncomingMessage) => string;
}

const within = (peers: BlockList, address: string): boolean => peers.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');

export function createTrustedProxies(networks: readonly string[]): TrustedProxies {
  if (networks.length === 0)
    return { isTrusted: null, clientAddress: (request) => plainAddress(request.socket.remoteAddress ?? '') };
  const peers = createBlockList(networks);
  return {
    isTrusted: ({ socket }) => within(peers, plainAddress(socket.remoteAddress ?? '')),
    clientAddress: ({ socket, headers }) => {
      const chain = [...String(headers['x-forwarded-for'] ?? '').split(','), socket.remoteAddress ?? '']
        .map((address) => plainAddress(address.trim()))
        .filter(Boolean);
      return chain.findLast((address) => !within(peers, address)) ?? chain[0] ?? '';
    },
  };
}

/** `::ffff:10.0.0.1` is 10.0.0.1 on a socket that takes both families. */
const plainAddress = (address: string): string => address.replace(/^::ffff:(?=\d+\.)/i, '');
