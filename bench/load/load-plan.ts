/** What the load generator is to do; it reads this from its input as JSON. */
export interface LoadPlan {
  /** Origin. */
  url: string;
  connections: number;
  /** Seconds at most. */
  duration: number;
  requests: readonly PlannedRequest[];
  /** `turn`: one after the other, over all connections; `random`: evenly, the same in each run. By default `turn`. */
  order?: 'turn' | 'random';
  /** Ends after so many answers. */
  most?: number;
}

export interface PlannedRequest {
  path: string;
  /** With `host` for another than the origin's. Where `freshMark` stands in one, each request has a word of its own. */
  headers: Readonly<Record<string, string>>;
  method?: 'GET' | 'PUT' | 'POST';
  body?: string;
}

/** What came of it; written as JSON. */
export interface LoadResult {
  requests: number;
  seconds: number;
  /** Milliseconds. */
  p50: number;
  p99: number;
  slowest: number;
  bytes: number;
  /** Answers that were neither 2xx nor 304. */
  otherStatus: number;
  /** Requests without an answer. */
  errors: number;
  /** How often each status was answered. */
  statuses: Record<string, number>;
}

/** Stands for a word that no other request has, in this run or another. */
export const freshMark = '{this-is-a-unique-word}';

/** That word, as long as the mark: the moment at which a generator began, in milliseconds, and a count. */
export const freshWord = (begun: number, count: number): string =>
  `${begun.toString(36)}-${count.toString(36)}`.padStart(freshMark.length, '0');

/** A request as it goes through the wire. */
export function requestBytes({ path, headers, method = 'GET', body }: PlannedRequest, host: string): Buffer {
  const given = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
  const all = { host, ...given, ...(body !== undefined && { 'content-length': String(Buffer.byteLength(body)) }) };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return Buffer.from(`${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${body ?? ''}`);
}
