import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { toPublicNetwork } from '#server/http/client-network.ts';
import { TokenBuckets } from '#server/http/token-buckets.ts';
import { sendStorefrontFailure } from './send-storefront-failure.ts';

/**
 * A client network may send the requests of this number of seconds at once, because a first visit loads many pictures.
 */
const burstSeconds = 8;
const maxNetworks = 20_000;

/** Client networks with the number of their requests. */
export type NetworkCharges = readonly (readonly [network: string, requests: number])[];

/** Passes the requests that one of several storefronts has counted on to the others, so that they share one limit. */
export interface NetworkChargeExchange {
  publish(charges: NetworkCharges): void;
  subscribe(listener: (charges: NetworkCharges) => void): void;
}

interface NetworkRequestLimitOptions {
  /** Maximum average number of requests per second from one client network; 0 for no limit. */
  requestsPerSecond: number;
  clientAddress: (request: IncomingMessage) => string;
  exchange?: NetworkChargeExchange | undefined;
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
  { requestsPerSecond, clientAddress, exchange, now = performance.now.bind(performance) }: NetworkRequestLimitOptions,
): void {
  app.decorateRequest('chargeNetwork', () => {});
  if (requestsPerSecond === 0) return;
  const burst = requestsPerSecond * burstSeconds;
  const buckets = new TokenBuckets({ perSecond: requestsPerSecond, burst, maxKeys: maxNetworks });
  const delay = createRefusalDelay();
  const report = exchange ? shareCharges(app, exchange, buckets, now) : () => {};
  app.addHook('onRequest', (request, reply, done) => {
    const network = toPublicNetwork(clientAddress(request.raw));
    if (network === null) return done();
    if (buckets.tryTake(network, now())) {
      report(network, 1);
      request.chargeNetwork = (requests) => {
        buckets.charge(network, requests, now());
        report(network, requests);
      };
      return done();
    }
    request.refusalCause = 'network_limit';
    reply.header('retry-after', '1');
    // The rest of a body that is not read would otherwise be parsed as the next request.
    if (!request.raw.complete) reply.header('connection', 'close');
    delay(reply.raw, () => sendStorefrontFailure({ status: 429, kind: 'too_many' }, request, reply));
  });
}

const shareIntervalMs = 100;
/** Maximum number of networks in one message, so that a flood from many networks does not flood the supervisor. */
const maxSharedNetworks = 1_000;

/** @returns A function that counts requests of a network for the other storefronts. */
function shareCharges(app: FastifyInstance, exchange: NetworkChargeExchange, buckets: TokenBuckets, now: () => number) {
  const counted = new Map<string, number>();
  exchange.subscribe((charges) => {
    for (const [network, requests] of charges) buckets.charge(network, requests, now());
  });
  const timer = setInterval(() => {
    if (counted.size === 0) return;
    exchange.publish([...counted]);
    counted.clear();
  }, shareIntervalMs);
  timer.unref();
  app.addHook('onClose', async () => clearInterval(timer));
  return (network: string, requests: number): void => {
    const count = counted.get(network);
    if (count !== undefined || counted.size < maxSharedNetworks) counted.set(network, (count ?? 0) + requests);
  };
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
