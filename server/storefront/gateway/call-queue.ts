import type { FastifyRequest } from 'fastify';
import { toClientNetwork } from '#server/http/client-network.ts';
import { createFairQueue } from '#server/http/fair-queue.ts';
import { isPasswordHashCall } from '../contract-paths.ts';
import { getSiteHost } from '../sites/match-hosts.ts';
import { createConcurrencySlotLimiter } from '../slot-limiter.ts';
import type { ForwardToApiDependencies } from './forward-to-api.ts';
import { isReadMethod } from './write-check.ts';

/**
 * Maximum numbers of concurrent calls that hash a password. The total equals the connections and queue places that the
 * API client has for such calls. The share of a client network is small, so that its password guesses cannot delay the
 * log-ins of others.
 */
export const maxConcurrentPasswordCalls = { total: 80, perSite: 48, perNetwork: 16 };

const waitingLimits = { maxQueue: 512, maxQueuePerSite: 256, maxQueuePerNetwork: 64, maxWaitMs: 5_000 };

/**
 * Limits of read calls. So few run at a time that they delay the next one by only tenths of a second, even if all are
 * expensive.
 */
const readLimits = { concurrency: 16, ...waitingLimits };

/** Limits of write calls. More of them run at a time than reads, because writes also wait for locked rows. */
const writeLimits = { concurrency: 32, ...waitingLimits };

/** Thrown if the site or the client's network has too many calls in progress that hash a password. */
export class TooManyPasswordCallsError extends Error {}

/**
 * Runs calls to the API in turns, alternating between sites and client networks, so that a burst of one visitor delays
 * no other.
 * @returns A function that rejects with TooManyPasswordCallsError or QueueFullError if too many calls wait.
 */
export function createApiCallQueue({ clientAddress }: Pick<ForwardToApiDependencies, 'clientAddress'>) {
  const passwordShares = createConcurrencySlotLimiter(maxConcurrentPasswordCalls);
  const reads = createFairQueue(readLimits);
  const writes = createFairQueue(writeLimits);
  return async <T>(request: FastifyRequest, call: () => Promise<T>): Promise<T> => {
    const owner = { siteId: getSiteHost(request).id, network: toClientNetwork(clientAddress(request.raw)) };
    const path = (request.raw.url ?? '').slice('/api'.length);
    if (!isPasswordHashCall(request.method, path))
      return (isReadMethod(request.method) ? reads : writes).run(owner, call);
    const release = passwordShares.tryAcquire(owner.siteId, owner.network);
    if (!release) throw new TooManyPasswordCallsError('too many log-ins in progress');
    try {
      return await call();
    } finally {
      release();
    }
  };
}
