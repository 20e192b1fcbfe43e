import { json } from 'node:stream/consumers';
import autocannon from 'autocannon';
import { type LoadPlan, type LoadResult, uniqueIdPlaceholder } from './load-plan.ts';
import { createRequestPicker } from './request-picker.ts';
import { quantileOfSorted } from './statistics.ts';

/**
 * This file is the load generator: autocannon in a separate process, so that it can be pinned to another core than the
 * servers. If the file is run as a script, it reads a `LoadPlan` from standard input and writes a `LoadResult` to
 * standard output.
 */

const requestTimeoutSeconds = 10;

/**
 * Interval in milliseconds at which autocannon samples. Because it stops only at the end of a sample, the interval
 * limits how far a run exceeds its duration.
 */
const sampleIntervalMs = 50;

/**
 * Number of connection errors and timeouts after which a run is aborted. Autocannon reconnects without a delay, so a
 * server that refuses connections would otherwise keep a core busy.
 */
const maxConnectionErrors = 1_000;

function createRequests(plan: LoadPlan): autocannon.Request[] {
  const [only, ...others] = plan.requests;
  if (only && others.length === 0) return [{ ...only, headers: { ...only.headers } }];
  const pickRequest = createRequestPicker(plan);
  const setupRequest = (defaults: autocannon.Request): autocannon.Request => {
    const request = pickRequest();
    // The headers are copied, because autocannon adds Content-Length to the object that it is given.
    return { ...defaults, ...request, headers: { ...request.headers } };
  };
  return [{ setupRequest }];
}

function createAutocannonOptions(plan: LoadPlan): autocannon.Options {
  const { url, connections, durationSeconds, requests, maxRequests, requestsPerSecond } = plan;
  return {
    url,
    // Every connection gets at least one request, because autocannon treats a share of 0 requests as unlimited.
    connections: Math.min(connections, maxRequests ?? connections),
    duration: durationSeconds,
    timeout: requestTimeoutSeconds,
    sampleInt: sampleIntervalMs,
    bailout: maxConnectionErrors,
    requests: createRequests(plan),
    idReplacement: requests.some((request) => JSON.stringify(request).includes(uniqueIdPlaceholder)),
    ...(maxRequests !== undefined && { maxOverallRequests: maxRequests }),
    ...(requestsPerSecond !== undefined && { overallRate: requestsPerSecond }),
  };
}

/**
 * Counts lost requests from the totals, because autocannon silently reconnects after the server has closed a
 * connection. At a fixed request rate, only errors count, because autocannon also counts those requests as sent that
 * are still due.
 */
function countUnanswered(
  { requestsPerSecond }: LoadPlan,
  { requests, errors, connections }: autocannon.Result,
): number {
  return requestsPerSecond === undefined ? Math.max(errors, requests.sent - requests.total - connections) : errors;
}

function countStatuses({ statusCodeStats = {} }: autocannon.Result): Record<string, number> {
  return Object.fromEntries(Object.entries(statusCodeStats).map(([status, { count = 0 }]) => [status, count]));
}

export async function generateLoad(plan: LoadPlan): Promise<LoadResult> {
  const latencies: number[] = [];
  const result = await new Promise<autocannon.Result>((resolve, reject) => {
    const instance = autocannon(createAutocannonOptions(plan), (error, value) =>
      error ? reject(error) : resolve(value),
    );
    // Percentiles are computed from the latencies, because autocannon rounds its percentiles to whole milliseconds,
    // which is too coarse for cached pages.
    instance.on('response', (_client, _status, _bytes, latencyMs) => latencies.push(latencyMs));
  });
  const sorted = Float64Array.from(latencies).sort();
  const statuses = countStatuses(result);
  const failed = Object.entries(statuses).filter(([status]) => !/^2|^304/.test(status));
  return {
    requests: result.requests.total,
    seconds: result.duration,
    p50Ms: quantileOfSorted(sorted, 0.5),
    p99Ms: quantileOfSorted(sorted, 0.99),
    maxMs: sorted.at(-1) ?? 0,
    bytes: result.throughput.total,
    failedResponses: failed.reduce((sum, [, count]) => sum + count, 0),
    unansweredRequests: countUnanswered(plan, result),
    statuses,
  };
}

if (import.meta.main) {
  console.log(JSON.stringify(await generateLoad((await json(process.stdin)) as LoadPlan)));
  process.exit(0);
}
