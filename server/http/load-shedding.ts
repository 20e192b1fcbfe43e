import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { FastifyInstance } from 'fastify';

/**
 * Maximum delay of the event loop in milliseconds. Above it new requests, except exempt ones, get a 503 at once,
 * because a response that is seconds late only delays the next one. The utilisation of the event loop is not used,
 * because a server that responds from memory is always busy and still fast.
 */
const defaultMaxDelayMs = 2_000;
const sampleIntervalMs = 500;
/** Interval in milliseconds at which the delay is measured, which is part of each measured value. */
const resolutionMs = 10;

/**
 * Checks whether a request is exempt from load shedding: internal calls of the storefront, such as the stream of
 * changes, because their failure would cause more work on both sides, and the assets of pages that have already been
 * sent.
 */
const isExempt = (url: string): boolean => url.startsWith('/internal/') || url.startsWith('/assets/');

/** Refuses requests while the event loop is late. The measurement opens no file, so it works without descriptors. */
export function registerLoadShedding(app: FastifyInstance, maxDelayMs = defaultMaxDelayMs): void {
  const histogram = monitorEventLoopDelay({ resolution: resolutionMs });
  histogram.enable();
  let delayMs = 0;
  const timer = setInterval(() => {
    const mean = histogram.mean / 1e6 - resolutionMs;
    // The mean of an interval without a sample is not a number.
    delayMs = Number.isNaN(mean) ? 0 : Math.max(0, mean);
    histogram.reset();
  }, sampleIntervalMs);
  timer.unref();
  app.addHook('onClose', async () => {
    clearInterval(timer);
    histogram.disable();
  });
  app.addHook('onRequest', (request, _reply, done) => {
    if (delayMs <= maxDelayMs || isExempt(request.url)) return done();
    done(Object.assign(new Error('event loop delay above the limit'), { statusCode: 503, refusal: 'load' }));
  });
}
