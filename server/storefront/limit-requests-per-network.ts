import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { toPublicNetwork } from '#server/http/public-network.ts';
import { TokenBuckets } from '#server/http/token-buckets.ts';
import { sendStorefrontFailure } from './send-storefront-failure.ts';

/**
 * A client network may send the requests of this number of seconds at once, because a first visit loads many pictures.
 */
const burstSeconds = 8;
const maxNetworks = 20_000;

export interface NetworkRequestLimitOptions {
  /** Maximum average number of requests per second from one client network; 0 for no limit. */
  requestsPerSecond: number;
  clientAddress: (request: IncomingMessage) => string;
  now?: () => number;
}

/**
 * Limits the requests of each client network that the fast path does not answer. Queues alone are not enough
 * against a flood: a 404 page costs a hundred times a refusal, so the flood of one network would occupy the processor
 * and delay the cached pages of all sites. Renders and long responses count as several requests. Requests from
 * addresses that are not public are not limited: they come from the machine itself, or from a proxy that is not in
 * TRUST_PROXY, whose visitors would all share one limit.
 */
export function limitRequestsPerNetwork(
  app: FastifyInstance,
  { requestsPerSecond, clientAddress, now = performance.now.bind(performance) }: NetworkRequestLimitOptions,
): void {
  app.decorateRequest('chargeNetwork', () => {});
  if (requestsPerSecond === 0) return;
  const burst = requestsPerSecond * burstSeconds;
  const buckets = new TokenBuckets({ perSecond: requestsPerSecond, burst, maxKeys: maxNetworks });
  const delay = createRefusalDelay();
  app.addHook('onRequest', (request, reply, done) => {
    const network = toPublicNetwork(clientAddress(request.raw));
    if (network === null) return done();
    if (buckets.tryTake(network, now())) {
      request.chargeNetwork = (requests) => buckets.charge(network, requests, now());
      return done();
    }
    request.refusalCause = 'network_limit';
    reply.header('retry-after', '1');
    // The rest of a body that is not read would otherwise be parsed as the next request.
    if (!request.raw.complete) reply.header('connection', 'close');
    delay(reply.raw, () => sendStorefrontFailure({ status: 429, kind: 'too_many' }, request, reply));
  });
}

const refusalDelayMs = 1_000;
/** Maximum number of responses that are delayed at the same time. Further ones are sent immediately. */
const maxDelayedRefusals = 4_096;

/**
 * Creates a function that delays refusals. A client that repeats each refused request immediately would otherwise
 * occupy the processor with refusals; a timer costs nothing.
 */
function createRefusalDelay(): (response: ServerResponse, send: () => void) => void {
  let delayed = 0;
  return (response, send) => {
    if (delayed >= maxDelayedRefusals) return send();
    delayed++;
    const timer = setTimeout(() => {
      response.off('close', release);
      release();
      send();
    }, refusalDelayMs);
    const release = () => {
      delayed--;
      clearTimeout(timer);
    };
    response.once('close', release);
  };
}
