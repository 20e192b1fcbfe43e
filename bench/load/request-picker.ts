import type { LoadPlan, PlannedRequest } from './load-plan.ts';

/**
 * Creates a function that picks the next request of a load plan. All connections share the function, whereas autocannon
 * would give each connection a separate copy of the list.
 */
export function createRequestPicker({
  requests,
  order = 'sequential',
}: Pick<LoadPlan, 'requests' | 'order'>): () => PlannedRequest {
  let sequence = 0;
  let seed = 0x2545f491;
  const nextRandom = () => {
    // Random numbers come from xorshift with a fixed seed, because Math.random() cannot repeat a sequence in the next
    // run.
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
