import type { LoadPlan, PlannedRequest } from './load-plan.ts';

/** @returns a function that draws the next request; all connections share it, as autocannon's own list is per connection. */
export function createRequestPicker({
  requests,
  order = 'sequential',
}: Pick<LoadPlan, 'requests' | 'order'>): () => PlannedRequest {
  let sequence = 0;
  let seed = 0x2545f491;
  const nextRandom = () => {
    // Xorshift with a fixed seed: Math.random() cannot repeat a sequence from one run to the next.
    seed ^= seed << 13;
    seed ^= seed >>> 17;
    seed ^= seed << 5;
    return seed >>> 0;
  };
  return () => {
    const index = order === 'random' ? nextRandom() : sequence++;
    const request = requests[index % requests.length];
    if (!request) throw new Error('the load plan contains no requests');
    return request;
  };
}
