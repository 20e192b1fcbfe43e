import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Dispatcher } from 'undici';
import { clientNetwork } from '#server/http/client-network.ts';
import { QueueFullError } from '#server/http/limiter.ts';
import { createClientShares } from '../client-shares.ts';
import { getSiteHost } from '../sites/match-hosts.ts';
import { endStalledResponse } from './end-stalled-response.ts';
import { copyResponseHead, type ForwardDependencies } from './forward-to-api.ts';

/**
 * A stream holds a connection to the API for as long as the visitor reads. Streams may use two thirds of the 64
 * connections for files, so that pictures always find a free one; a network's share is two browsers with six
 * connections each.
 */
export const maxStreams = { total: 40, perSite: 24, perNetwork: 12 };

/** Streams files that are too large to be buffered, within `maxStreams`. */
export function fileStreams({ clientAddress }: Pick<ForwardDependencies, 'clientAddress'>) {
  const shares = createClientShares(maxStreams);
  return {
    /** @throws QueueFullError if the site or the visitor's network has as many streams as it may. */
    acquire(request: FastifyRequest): () => void {
      const release = shares.tryAcquire(getSiteHost(request).id, clientNetwork(clientAddress(request.raw)));
      if (!release) throw new QueueFullError('too many large files are being streamed');
      return release;
    },
    /** Sends the answer and calls `release` when it has ended, whichever way. */
    send(answer: Dispatcher.ResponseData, release: () => void, reply: FastifyReply): FastifyReply {
      copyResponseHead(reply, answer);
      // A response that has been closed already emits no further event.
      if (reply.raw.destroyed) release();
      else {
        reply.raw.once('close', release);
        endStalledResponse(reply.raw);
      }
      return reply.send(answer.body);
    },
  };
}

/** Frees the connection to the API without reading the rest of the answer. */
export const discard = ({ body }: Dispatcher.ResponseData): void => void body.on('error', () => {}).destroy();
