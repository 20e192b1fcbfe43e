import underPressure from '@fastify/under-pressure';
import type { FastifyInstance } from 'fastify';

/**
 * Above this delay of the event loop new requests get a 503 at once, because a response that is seconds late only delays
 * the next one. Utilisation is no criterion: a server that responds from memory is always busy and still fast.
 */
const defaultMaxDelayMs = 2_000;

/**
 * Never shed: calls between storefront and API, without which both would have more work, and the assets of pages that have
 * been sent already.
 */
const isExempt = (url: string): boolean => url.startsWith('/internal/') || url.startsWith('/assets/');

export async function registerLoadShedding(app: FastifyInstance, maxDelayMs = defaultMaxDelayMs): Promise<void> {
  await app.register(underPressure, {
    maxEventLoopDelay: maxDelayMs,
    sampleInterval: 500,
    async pressureHandler({ url }, _reply, _type, delay) {
      // The measured delay is infinite if the interval contains no sample.
      if (delay === Number.POSITIVE_INFINITY || isExempt(url)) return;
      throw Object.assign(new Error('event loop delay above the limit'), { statusCode: 503 });
    },
  });
}
