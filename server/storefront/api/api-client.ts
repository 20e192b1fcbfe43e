import type { Readable } from 'node:stream';
import { type Dispatcher, Pool } from 'undici';
import { z } from 'zod';
import { buildHeader, readBuildId } from '#server/build-id.ts';
import { parseUnreadyReason } from '#server/http/health.ts';
import { QueueFullError } from '#server/http/limiter.ts';
import { isFileDownloadCall, isPasswordHashingCall } from './contract-paths.ts';
import { createUnavailableError, parseApiResponse } from './parse-api-response.ts';
import { type ApiCallContext, ReadCollector, type ReadFromApi, type SendRead } from './read-collector.ts';

/** `none` in tests and in development; `all` for an API in the same process. */
export type ApiTrust = 'none' | 'own-build' | 'all';

export interface ApiClient {
  /** The API whose responses are taken as they are. Those of others are validated. */
  trust: ApiTrust;
  read: ReadFromApi;
  /**
   * Reads JavaScript that staff have entered, by the SHA-256 of its code. Returns null if there is none.
   * @throws ApiReadError as `read` does.
   */
  readScript(hash: string, context: ApiCallContext): Promise<string | null>;
  /**
   * Forwards a call to the API unchanged, with the API secret added. The caller sets the headers for site, language and
   * client.
   */
  forward(call: Dispatcher.RequestOptions): Promise<Dispatcher.ResponseData>;
  /** Opens the API's stream of site changes. The stream fails if no heartbeat arrives. */
  streamChanges(signal: AbortSignal, options: { hasList: boolean }): Promise<Readable>;
  /** Returns the reason for which the API cannot serve requests, as far as it says why; empty if it is ready. */
  findUnreadyReason(): Promise<string>;
  close(): Promise<void>;
}

/** Thrown by `streamChanges` if the API rejects the secret with which this storefront authenticates. */
export class InvalidApiSecretError extends Error {
  readonly code = 'api_secret_refused';

  constructor() {
    super('The API refused the stream of changes: API_SECRET must be the same for storefront and API.');
  }
}

const defaultRequestTimeoutMs = 5_000;
const readinessTimeoutMs = 2_000;
/**
 * Time in milliseconds without data after which the stream of site changes counts as broken. The API sends a heartbeat
 * every 10 s.
 */
const changesTimeoutMs = 30_000;

const Script = z.object({ code: z.string() });

const connectTimeoutMs = 2_000;

/**
 * Different kinds of API calls use different connections, so that they cannot block one another: a write waits for
 * locked rows, a file occupies its connection until the visitor has downloaded it, a log-in waits until its password is
 * hashed. Writes have the longest timeout, because a customer whose order timed out does not know whether it was
 * placed.
 */
const poolSettings = {
  reads: { connections: 64, maxQueue: 1_024, timeoutFactor: 1 },
  writes: { connections: 64, maxQueue: 1_024, timeoutFactor: 3 },
  files: { connections: 64, maxQueue: 512, timeoutFactor: 1 },
  // The queue for log-ins is limited to the number of passwords that the API hashes within two or three seconds.
  passwordHashes: { connections: 16, maxQueue: 64, timeoutFactor: 1 },
} as const;
type PoolName = keyof typeof poolSettings;

type ApiConnectionPools = Record<PoolName, Dispatcher>;

function chooseApiConnectionPool({ method, path }: Dispatcher.RequestOptions): PoolName {
  if (method !== 'GET' && method !== 'HEAD') return isPasswordHashingCall(method, path) ? 'passwordHashes' : 'writes';
  return /^\/(image|file)\//.test(path) || isFileDownloadCall(method, path) ? 'files' : 'reads';
}

const totalConnections = Object.values(poolSettings).reduce((sum, { connections }) => sum + connections, 0);
/** Each pool keeps this number of connections, however few the process may open: one reads the stream of changes. */
const minConnections = 4;

interface PoolQueueLimits {
  maxQueue: number;
  maxWaitMs: number;
}

/**
 * Limits how many requests wait for a connection of a pool, and for how long. The pool's own timeouts begin only when a
 * request has a connection. A request that expires in this queue was never sent.
 */
export function createPoolQueueLimiter({
  maxQueue,
  maxWaitMs,
}: PoolQueueLimits): Dispatcher.DispatcherComposeInterceptor {
  let waiting = 0;
  return (dispatch) => (options, handler) => {
    if (waiting >= maxQueue) throw new QueueFullError('queue for a connection to the API full');
    waiting++;
    let state: 'waiting' | 'expired' | 'settled' = 'waiting';
    let expired: QueueFullError | undefined;
    const timer = setTimeout(() => {
      state = 'expired';
      expired = new QueueFullError('timed out waiting for a connection to the API');
      handler.onResponseError?.(noController, expired);
    }, maxWaitMs);
    const leaveQueue = () => {
      if (state === 'settled') return;
      state = 'settled';
      waiting--;
      clearTimeout(timer);
    };
    return dispatch(options, {
      onRequestStart(controller, context) {
        const isExpired = state === 'expired';
        leaveQueue();
        if (isExpired && expired) controller.abort(expired);
        else handler.onRequestStart?.(controller, context);
      },
      onResponseStart: (...args) => handler.onResponseStart?.(...args),
      onResponseData: (...args) => handler.onResponseData?.(...args),
      onResponseEnd: (...args) => handler.onResponseEnd?.(...args),
      onResponseError(controller, error) {
        const isExpired = state === 'expired' || error === expired;
        leaveQueue();
        // Later events are ignored, because the caller has already received the timeout error.
        if (!isExpired) handler.onResponseError?.(controller, error);
      },
    });
  };
}

/** A placeholder for the controller of a request that was never sent. */
const noController: Dispatcher.DispatchController = {
  aborted: true,
  paused: false,
  reason: null,
  abort() {},
  pause() {},
  resume() {},
};

/** @param maxConnections Maximum number of connections of all pools, which then have fewer in the same proportion. */
function createApiConnectionPools(
  origin: string,
  requestTimeoutMs: number,
  maxConnections = totalConnections,
): ApiConnectionPools {
  const share = Math.min(1, maxConnections / totalConnections);
  const create = (name: PoolName) => {
    const { maxQueue, timeoutFactor } = poolSettings[name];
    const connections = Math.max(minConnections, Math.floor(poolSettings[name].connections * share));
    const timeoutMs = requestTimeoutMs * timeoutFactor;
    const connect = { timeout: Math.min(connectTimeoutMs, requestTimeoutMs) };
    const pool = new Pool(origin, { connections, headersTimeout: timeoutMs, bodyTimeout: timeoutMs, connect });
    return pool.compose(createPoolQueueLimiter({ maxQueue, maxWaitMs: timeoutMs }));
  };
  return {
    reads: create('reads'),
    writes: create('writes'),
    files: create('files'),
    passwordHashes: create('passwordHashes'),
  };
}

export function createApiClient(
  origin: string,
  secret: string,
  {
    requestTimeoutMs = defaultRequestTimeoutMs,
    maxConnections,
    trust = 'none',
  }: { requestTimeoutMs?: number; maxConnections?: number; trust?: ApiTrust } = {},
): ApiClient {
  const pools = createApiConnectionPools(origin, requestTimeoutMs, maxConnections);
  const buildId = trust === 'own-build' ? readBuildId() : null;
  const send: SendRead = async (path, context, body) => {
    const { build, ...response } = await getText(pools.reads, path, { secret, buildId }, context, body);
    return { ...response, isTrusted: trust === 'all' || (buildId !== null && build === buildId) };
  };
  return {
    trust,
    read: new ReadCollector(send).read,
    async readScript(hash, context) {
      const { status, text } = await send(`/internal/script/${hash}`, context);
      if (status === 404) return null;
      return parseApiResponse('script', Script, status, text).code;
    },
    forward: (call) =>
      pools[chooseApiConnectionPool(call)].request({ ...call, headers: { ...call.headers, 'x-api-secret': secret } }),
    streamChanges: (signal, { hasList }) => streamChanges(pools.reads, secret, signal, hasList),
    findUnreadyReason: () => findUnreadyReason(pools),
    close: async () => {
      await Promise.all(Object.values(pools).map((pool) => pool.destroy()));
    },
  };
}

async function getText(
  pool: Dispatcher,
  path: string,
  { secret, buildId }: { secret: string; buildId: string | null },
  context: ApiCallContext,
  sent?: string,
) {
  try {
    const { statusCode, headers, body } = await pool.request({
      path,
      ...(sent === undefined ? { method: 'GET' } : { method: 'POST', body: sent }),
      headers: {
        ...(sent !== undefined && { 'content-type': 'application/json' }),
        accept: 'application/json',
        idsite: String(context.siteId),
        userlang: context.lang,
        'x-site-folder': context.folder,
        'x-request-id': context.requestId,
        'x-api-secret': secret,
        ...(buildId !== null && { [buildHeader]: buildId }),
      },
    });
    return { status: statusCode, text: await body.text(), build: headers[buildHeader] };
  } catch (error) {
    // The error names the path without the query, because a query may contain search terms, which must not be logged.
    throw createUnavailableError(`${path.split('?', 1)[0]}: API unreachable`, error);
  }
}

async function streamChanges(
  pool: Dispatcher,
  secret: string,
  signal: AbortSignal,
  hasList: boolean,
): Promise<Readable> {
  const { statusCode, body } = await pool.request({
    path: hasList ? '/internal/changes?list=on' : '/internal/changes',
    method: 'GET',
    headers: { accept: 'text/event-stream', 'x-api-secret': secret },
    bodyTimeout: changesTimeoutMs,
    signal,
  });
  if (statusCode === 200) return body;
  await body.dump();
  if (statusCode === 403) throw new InvalidApiSecretError();
  throw new Error(`The API refused the stream of changes with status ${statusCode}.`);
}

async function findUnreadyReason({ reads }: ApiConnectionPools): Promise<string> {
  try {
    const { statusCode, body } = await reads.request({
      path: '/readyz',
      method: 'GET',
      headersTimeout: readinessTimeoutMs,
    });
    const text = await body.text();
    return statusCode === 200 ? '' : parseUnreadyReason(text) || 'the API is not ready';
  } catch {
    return 'the API is unreachable';
  }
}
