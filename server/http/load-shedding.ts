import underPressure from '@fastify/under-pressure';
import type { FastifyInstance } from 'fastify';

/**
 * Above this delay of the event loop, in milliseconds, new requests are answered 503 at once: an answer that comes
 * seconds late helps nobody and makes the next one later. Utilisation is no measure here: a server that answers from
 * memory is busy all the time and still quick.
 */
const mostDelay = 2_000;

export async function shedLoad(app: FastifyInstance): Promise<void> {
  await app.register(underPressure, { maxEventLoopDelay: mostDelay, sampleInterval: 500, retryAfter: 5 });
}
