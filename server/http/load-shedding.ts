import underPressure from '@fastify/under-pressure';
import type { FastifyInstance } from 'fastify';

/**
 * Maximum delay of the event loop in milliseconds. Above it new requests, except exempt ones, get a 503 at once,
 * because a response that is seconds late only delays the next one. The utilisation of the event loop is not used,
 * because a server that responds from memory is always busy and still fast.
 */
const defaultMaxDelayMs = 2_000;

/**
 * Checks whether a request is exempt from load shedding: internal calls of the storefront, such as the stream of
 * changes, because their failure would cause more work on both sides, and the assets of pages that have already been
 * sent.
 */
const isExempt = (url: string): boolean => url.startsWith('/internal/') || url.startsWith('/assets/');

export async function registerLoadShedding(app: FastifyInstance, maxDelayMs = defaultMaxDelayMs): Promise<void> {
  await app.register(underPressure, {
    maxEventLoopDelay: maxDelayMs,
    sampleInterval: 500,
    async pressureHandler({ url }, _reply, _type, delay) {
      // Without a sample in the interval, the measured delay is infinite, so it is ignored.
      if (delay === Number.POSITIVE_INFINITY || isExempt(url)) return;
      throw Object.assign(new Error('event loop delay above the limit'), { statusCode: 503 });
    },
  });
}
