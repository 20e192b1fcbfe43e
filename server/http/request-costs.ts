import 'fastify';

/** Number of simple requests that take as much processor time as rendering a page with the API calls for its data. */
export const renderCost = 5;
/** Bytes of an API response that take as much processor time as a simple request. */
const bytesPerRequest = 16_384;

/**
 * Returns how many additional requests an API response counts as, by its size. The call itself already counts as one.
 */
export const calculateResponseSizeCost = (bytes: number): number => Math.floor(bytes / bytesPerRequest);

declare module 'fastify' {
  interface FastifyRequest {
    /**
     * Counts work for this request as further requests of the client's network. Work is counted when it is done,
     * because a request does not show beforehand whether the page is in the cache and how long a list is.
     */
    chargeNetwork(requests: number): void;
  }
}
