import type { ServerResponse } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Dispatcher } from 'undici';
import { toClientNetwork } from '#server/http/client-network.ts';
import { QueueFullError } from '#server/http/limiter.ts';
import { createConcurrencySlotLimiter } from '#server/http/slot-limiter.ts';
import { getSiteHost } from '../sites/match-hosts.ts';
import { copyHead, type ForwardToApiDependencies } from './forward-to-api.ts';

/**
 * Maximum numbers of files that are streamed at a time. Each occupies a connection to the API for as long as the
 * visitor reads. Streams may use 40 of the 64 connections for files, which leaves the rest for pictures. The
 * share of a client network covers two browsers with six connections each.
 */
export const concurrentFileStreamLimits = { total: 40, perSite: 24, perNetwork: 12 };

export type FileStreamer = ReturnType<typeof createFileStreamer>;

interface StalledResponseLimits {
  checkEveryMs: number;
  /** Minimum number of bytes that a client must read between two checks. */
  minBytes: number;
}

/**
 * The default limit is 1 KiB/s on average, far below any usable connection. A player that pauses a video resumes later
 * with a range request.
 */
const defaultLimits: StalledResponseLimits = { checkEveryMs: 15_000, minBytes: 16 * 1024 };

/**
 * Closes the connection of a client that reads a streamed response too slowly, because the stream occupies a connection
 * to the API.
 */
export function destroyResponseWhenStalled(
  response: ServerResponse,
  { checkEveryMs, minBytes }: StalledResponseLimits = defaultLimits,
): void {
  let bytesBefore = bytesSent(response);
  const timer = setInterval(() => {
    const bytes = bytesSent(response);
    // If all bytes are sent, the response waits for the API, whose connection has a separate timeout.
    const isStalled = response.writableLength > 0 && bytes - bytesBefore < minBytes;
    bytesBefore = bytes;
    if (isStalled) response.destroy();
  }, checkEveryMs);
  response.once('close', () => clearInterval(timer));
}

const bytesSent = ({ socket }: ServerResponse): number => (socket ? socket.bytesWritten - socket.writableLength : 0);

/**
 * Creates the streamer of files that are not buffered: large ones and exports. It streams at most
 * `concurrentFileStreamLimits` at a time.
 */
export function createFileStreamer({ clientAddress }: Pick<ForwardToApiDependencies, 'clientAddress'>) {
  const shares = createConcurrencySlotLimiter(concurrentFileStreamLimits);
  return {
    /**
     * Reserves a slot for a stream.
     * @returns The function that releases the slot.
     * @throws QueueFullError if a limit is reached: in total, of the site or of the visitor's network.
     */
    acquire(request: FastifyRequest): () => void {
      const network = toClientNetwork(clientAddress(request.raw));
      const { id } = getSiteHost(request);
      const release = shares.tryAcquire(id, network);
      if (!release)
        throw new QueueFullError('too many large files are being streamed', shares.findRefusal(id, network));
      return release;
    },
    /** Streams the response to the visitor, and calls `release` when it has ended or failed. */
    send(response: Dispatcher.ResponseData, release: () => void, reply: FastifyReply): FastifyReply {
      copyHead(reply, response);
      // A response that is already closed emits no further event, so the slot is released at once.
      if (reply.raw.destroyed) release();
      else {
        reply.raw.once('close', release);
        destroyResponseWhenStalled(reply.raw);
      }
      return reply.send(response.body);
    },
  };
}

/** Destroys the body of an API response. That frees the connection to the API without reading the rest of the body. */
export const discardResponseBody = ({ body }: Dispatcher.ResponseData): void =>
  void body.on('error', () => {}).destroy();
