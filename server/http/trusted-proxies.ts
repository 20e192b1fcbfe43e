import type { IncomingMessage } from 'node:http';
import { type BlockList, isIPv6 } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { unmapIPv4 } from './client-network.ts';
import { createNetworkSet } from './networks.ts';

/** Checks whether a request comes from a proxy whose `X-Forwarded-*` headers are trusted. */
export type IsFromTrustedProxy = (request: Pick<IncomingMessage, 'socket'>) => boolean;

export interface TrustedProxies {
  /** Checks whether a request comes from a trusted proxy; null if no proxy is trusted. */
  isTrusted: IsFromTrustedProxy | null;
  /** IP address of the visitor: the last one in the forwarding chain that is not a trusted proxy, or else the first. */
  clientAddress: (request: IncomingMessage) => string;
}

/**
 * Removes the port of an address: some proxies write `203.0.113.9:50123` or `[2001:db8::1]:50123` into X-Forwarded-For.
 */
function withoutPort(text: string): string {
  const [, bracketed, address] = /^(?:\[([0-9a-f:.]+)\](?::\d+)?|([0-9.]+):\d+)$/i.exec(text) ?? [];
  return bracketed ?? address ?? text;
}

const isListed = (peers: BlockList, address: string): boolean =>
  peers.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');

export function createTrustedProxies(networks: readonly string[]): TrustedProxies {
  if (networks.length === 0)
    return { isTrusted: null, clientAddress: (request) => unmapIPv4(request.socket.remoteAddress ?? '') };
  const peers = createNetworkSet(networks);
  return {
    isTrusted: ({ socket }) => isListed(peers, unmapIPv4(socket.remoteAddress ?? '')),
    clientAddress: ({ socket, headers }) => {
      const chain = [...String(headers['x-forwarded-for'] ?? '').split(','), socket.remoteAddress ?? '']
        .map((address) => unmapIPv4(withoutPort(address.trim())))
        .filter(Boolean);
      return chain.findLast((address) => !isListed(peers, address)) ?? chain[0] ?? '';
    },
  };
}

/**
 * Logs a warning, only once, when requests come through a proxy that is not trusted: all visitors behind such a proxy
 * share the rate limits of one network.
 */
export function warnOfUntrustedProxies(app: FastifyInstance, isTrusted: IsFromTrustedProxy | null): void {
  let isReported = false;
  app.addHook('onRequest', (request, _reply, done) => {
    if (!isReported && request.headers['x-forwarded-for'] !== undefined && !isTrusted?.(request.raw)) {
      isReported = true;
      request.log.warn(
        {
          peer: unmapIPv4(request.raw.socket.remoteAddress ?? ''),
          code: 'untrusted_proxy',
          hint: 'The peer is not in TRUST_PROXY, so its visitors share the limits of one network.',
        },
        'X-Forwarded-For ignored',
      );
    }
    done();
  });
}
