/** Instructions for the load generator, passed to its standard input as JSON. */
export interface LoadPlan {
  /** Origin of the server, for example `http://127.0.0.1:3000`. */
  url: string;
  connections: number;
  /** Maximum duration in seconds. The run ends earlier once `maxRequests` responses have been received. */
  durationSeconds: number;
  requests: readonly PlannedRequest[];
  /** Order of `requests` over all connections together; `sequential` by default. The random order never changes. */
  order?: 'sequential' | 'random';
  maxRequests?: number;
  /** Rate of all connections together; without it, each connection sends its next request immediately. */
  requestsPerSecond?: number;
}

export interface PlannedRequest {
  path: string;
  /** Request headers. A `host` header replaces the host of the URL. */
  headers: Readonly<Record<string, string>>;
  method?: 'GET' | 'PUT' | 'POST';
  body?: string;
}

/** Result of one run of the load generator, which it writes as JSON. */
export interface LoadResult {
  /** Number of completely received responses. */
  requests: number;
  seconds: number;
  p50Ms: number;
  p99Ms: number;
  maxMs: number;
  bytes: number;
  /** Number of responses with a status other than 2xx and 304. */
  failedResponses: number;
  /** Number of requests that timed out, or whose connection failed or, without a fixed rate, closed prematurely. */
  unansweredRequests: number;
  /** Numbers of responses by HTTP status. */
  statuses: Record<string, number>;
}

/**
 * Returns the number of failed requests: error responses and unanswered requests.
 * @param status The only status that counts as a success; by default 2xx and 304 do.
 */
export const countFailedRequests = (
  { requests, failedResponses, unansweredRequests, statuses }: LoadResult,
  status?: number,
): number => unansweredRequests + (status === undefined ? failedResponses : requests - (statuses[status] ?? 0));

/** Placeholder in a request, which autocannon replaces by an id that is unique to each request. */
export const uniqueIdPlaceholder = '[<id>]';

/** Instructions for `hold-connections-for-duration.ts`, passed to its standard input as JSON. */
export interface HeldConnectionsPlan {
  url: string;
  connections: number;
  durationSeconds: number;
  /** The request that each connection sends. Its responses are never read. */
  request: PlannedRequest;
  /** Number of times that a connection sends the request, without waiting for responses. */
  repetitions: number;
  /** True if the request lacks the line that ends its headers. */
  isUnfinished?: boolean;
}
