import { json } from 'node:stream/consumers';
import autocannon from 'autocannon';

/**
 * The load generator, a process of its own so that it can be held on another core.
 * Reads a `LoadPlan` from its input and prints a `LoadResult`, both JSON.
 */
export interface LoadPlan {
  url: string;
  connections: number;
  /** Seconds. */
  duration: number;
  /** Sent in turn by each connection; at least one. */
  requests: { path: string; headers: Record<string, string>; method?: 'GET' | 'PUT' | 'POST'; body?: string }[];
}

export interface LoadResult {
  requests: number;
  seconds: number;
  /** Milliseconds. */
  p50: number;
  p99: number;
  bytes: number;
  /** Answers that were not 2xx, by status. */
  otherStatus: number;
  errors: number;
}

export async function load(plan: LoadPlan): Promise<LoadResult> {
  const result = await autocannon({
    url: plan.url,
    connections: plan.connections,
    duration: plan.duration,
    requests: plan.requests.map((request) => ({ method: 'GET', ...request })),
  });
  return {
    requests: result.requests.total,
    seconds: result.duration,
    p50: result.latency.p50,
    p99: result.latency.p99,
    bytes: result.throughput.total,
    otherStatus: result.non2xx,
    errors: result.errors + result.timeouts,
  };
}

if (import.meta.main) console.log(JSON.stringify(await load((await json(process.stdin)) as LoadPlan)));
