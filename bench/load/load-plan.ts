/** Instructions for the load generator, passed to its standard input as JSON. */
export interface LoadPlan {
  /** Origin of the server, for example `http://127.0.0.1:3000`. */
  url: string;
  connections: number;
  /** Upper limit; the run ends earlier once `maxRequests` have been answered. */
  durationSeconds: number;
  requests: readonly PlannedRequest[];
  /** Order in which all connections together draw from `requests`. The random order is the same in each run. */
  order?: 'sequential' | 'random';
  maxRequests?: number;
}

export interface PlannedRequest {
  path: string;
  /** Request headers. A `host` header replaces the host of the URL. */
  headers: Readonly<Record<string, string>>;
  method?: 'GET' | 'PUT' | 'POST';
  body?: string;
}

/** Result of one load run, written by the load generator as JSON. */
export interface LoadResult {
  /** Number of complete responses. */
  requests: number;
  seconds: number;
  p50Ms: number;
  p99Ms: number;
  maxMs: number;
  bytes: number;
  /** Responses with a status other than 2xx and 304. */
  failedResponses: number;
  /** Requests that timed out or whose connection failed or closed before the response was complete. */
  unansweredRequests: number;
  /** Number of responses by status. */
  statuses: Record<string, number>;
}

/** Failed responses and unanswered requests together. */
export const countFailedRequests = ({ failedResponses, unansweredRequests }: LoadResult): number =>
  failedResponses + unansweredRequests;

/** Autocannon replaces this text with an id that is unique to each request. */
export const uniqueIdPlaceholder = '[<id>]';
