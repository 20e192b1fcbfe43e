import underPressure from '@fastify/under-pressure';
import type { FastifyInstance } from 'fastify';

/**
 * Above this delay of the event loop, in milliseconds, new requests are answered 503 at once: an answer that comes
 * seconds late helps nobody and makes the next one later. Utilisation is no measure here: a server that answers from
 * memory is busy all the time and still quick.
 */
const defaultDelay = 2_000;

/**
 * Never shed: what holds storefronts and API together, since without it both would do more work rather than less, and
 * the code and styles of pages that were answered already.
 */
const isKept = (url: string): boolean => url.startsWith('/internal/') || url.startsWith('/assets/');

export async function shedLoad(app: FastifyInstance, mostDelay = defaultDelay): Promise<void> {
  await app.register(underPressure, {
    maxEventLoopDelay: mostDelay,
    sampleInterval: 500,
    async pressureHandler({ url }, _reply, _type, delay) {
      // A delay without end means that the interval had no sample, which says nothing.
      if (delay === Number.POSITIVE_INFINITY || isKept(url)) return;
      throw Object.assign(new Error('the event loop is late'), { statusCode: 503 });
    },
  });
}
