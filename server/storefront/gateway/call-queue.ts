import type { FastifyRequest } from 'fastify';
import { toClientNetwork, toPublicNetwork } from '#server/http/client-network.ts';
import { createFairQueue, type QueuedTaskOwner } from '#server/http/fair-queue.ts';
import type { CapacityRefusal } from '#server/http/refusals.ts';
import { createConcurrencySlotLimiter } from '#server/http/slot-limiter.ts';
import { apiBasePath } from '#shared/api-path.ts';
import { isPasswordHashingCall } from '../api/contract-paths.ts';
import { getSiteHost } from '../sites/match-hosts.ts';
import type { ForwardToApiDependencies } from './forward-to-api.ts';
import { isReadMethod } from './write-check.ts';

/**
 * Maximum numbers of concurrent calls that hash a password. The total equals the connections and queue places that the
 * API client has for such calls. The share of a client network is small, so that its password guesses cannot delay the
 * log-ins of other visitors.
 */
export const concurrentPasswordCallLimits = { total: 80, perSite: 48, perNetwork: 16 };

const waitingLimits = { maxQueue: 512, maxQueuePerSite: 256, maxQueuePerNetwork: 64, maxWaitMs: 5_000 };

/**
 * Limits of read calls. The concurrency is so low that even expensive running calls delay the next call by only tenths
 * of a second.
 */
const readLimits = { concurrency: 16, ...waitingLimits };

/**
 * Maximum number of calls of one public network that run at a time in each queue. The API process interleaves all
 * running calls, so a larger number of expensive calls of one visitor would delay each step of another visitor's order.
 */
const maxRunningPerNetwork = 4;

/** Limits of write calls. The concurrency is higher than that of reads, because writes also wait for locked rows. */
const writeLimits = { concurrency: 32, ...waitingLimits };

/**
 * Limits of calls for technical sheets. They have a separate queue, because the API renders one sheet at a time: in the
 * queue of the reads, calls that wait for their sheet would occupy all slots.
 */
const technicalSheetLimits = { concurrency: 4, ...waitingLimits };

type ClientAddress = Pick<ForwardToApiDependencies, 'clientAddress'>;

function getTaskOwner({ clientAddress }: ClientAddress, request: FastifyRequest): QueuedTaskOwner {
  const address = clientAddress(request.raw);
  // A network with an address that is not public gets no limit of running calls, because all visitors behind a proxy
  // that is not in TRUST_PROXY share the proxy's address.
  const maxRunning = toPublicNetwork(address) === null ? undefined : maxRunningPerNetwork;
  return { siteId: getSiteHost(request).id, network: toClientNetwork(address), maxRunning };
}

/** Thrown if too many calls that hash a password are in progress: in total, of the site or of the client's network. */
export class TooManyPasswordCallsError extends Error {
  readonly refusal: CapacityRefusal;
  constructor(refusal: CapacityRefusal) {
    super('too many log-ins in progress');
    this.refusal = refusal;
  }
}

/**
 * Creates the fair queue of calls to the API, which alternates between sites and client networks, so that a burst of
 * one visitor does not delay other visitors.
 * @param processes Number of storefronts that share the API. Each has its part of the calls in progress.
 * @returns A function that runs a call, and rejects with QueueFullError if too many calls wait. A call that hashes a
 * password is not queued; for it, the function rejects with TooManyPasswordCallsError.
 */
export function createApiCallQueue(dependencies: ClientAddress, processes = 1) {
  const shareOf = (limit: number) => Math.ceil(limit / processes);
  const { total, perSite, perNetwork } = concurrentPasswordCallLimits;
  const passwordShares = createConcurrencySlotLimiter({
    total: shareOf(total),
    perSite: shareOf(perSite),
    perNetwork: shareOf(perNetwork),
  });
  const reads = createFairQueue({ ...readLimits, concurrency: shareOf(readLimits.concurrency) });
  const writes = createFairQueue({ ...writeLimits, concurrency: shareOf(writeLimits.concurrency) });
  return async <T>(request: FastifyRequest, call: () => Promise<T>): Promise<T> => {
    const owner = getTaskOwner(dependencies, request);
    const path = (request.raw.url ?? '').slice(apiBasePath.length);
    if (!isPasswordHashingCall(request.method, path))
      return (isReadMethod(request.method) ? reads : writes).run(owner, call);
    const release = passwordShares.tryAcquire(owner.siteId, owner.network);
    if (!release) throw new TooManyPasswordCallsError(passwordShares.findRefusal(owner.siteId, owner.network));
    try {
      return await call();
    } finally {
      release();
    }
  };
}

/** @returns A function that runs a call, and rejects with QueueFullError if too many calls wait. */
export function createTechnicalSheetQueue(dependencies: ClientAddress) {
  const sheets = createFairQueue(technicalSheetLimits);
  return <T>(request: FastifyRequest, call: () => Promise<T>): Promise<T> =>
    sheets.run(getTaskOwner(dependencies, request), call);
}
