import type { Readable } from 'node:stream';
import type { Dispatcher } from 'undici';
import { z } from 'zod';
import { parseUnreadyReason } from '#server/http/health.ts';
import { buildApiPath } from '#shared/api-path.ts';
import { apiContractWithoutAdminResources } from '#shared/contract.ts';
import type { Lang } from '#shared/languages.ts';
import type { ReadEndpointName } from '#shared/rendering.ts';
import { type ApiConnectionPools, chooseApiConnectionPool, createApiConnectionPools } from './api-pools.ts';
import { createUnavailableError, parseApiResponse } from './parse-api-response.ts';

/** The context of a call to the API: the site, the language and the id of the visitor's request that causes it. */
export interface ApiCallContext {
  siteId: number;
  /** Name of the site's folder. The API refuses the call if it has imported the site's id from another folder. */
  folder: string;
  lang: Lang;
  requestId: string;
}

export interface ApiReadParamsAndQuery {
  params?: Record<string, unknown> | undefined;
  query?: Record<string, unknown> | undefined;
}

export interface ApiDataWithSize {
  data: unknown;
  /** Length of the response body in UTF-16 code units, which approximates its size. */
  bytes: number;
}

export interface ApiClient {
  /**
   * Reads from the API.
   * @throws ApiReadError with the API's status if the API refused the call; with 503 if the API is unavailable or its
   * response is invalid.
   */
  read(name: ReadEndpointName, input: ApiReadParamsAndQuery, context: ApiCallContext): Promise<ApiDataWithSize>;
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

export function createApiClient(
  origin: string,
  secret: string,
  {
    requestTimeoutMs = defaultRequestTimeoutMs,
    maxConnections,
  }: { requestTimeoutMs?: number; maxConnections?: number } = {},
): ApiClient {
  const pools = createApiConnectionPools(origin, requestTimeoutMs, maxConnections);
  const get = (path: string, context: ApiCallContext) => getText(pools.reads, path, secret, context);
  return {
    async read(name, input, context) {
      const { status, text } = await get(buildApiPath(name, input), context);
      return {
        data: parseApiResponse(name, apiContractWithoutAdminResources[name].data, status, text),
        bytes: text.length,
      };
    },
    async readScript(hash, context) {
      const { status, text } = await get(`/internal/script/${hash}`, context);
      return status === 404 ? null : parseApiResponse('script', Script, status, text).code;
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

async function getText(pool: Dispatcher, path: string, secret: string, context: ApiCallContext) {
  try {
    const { statusCode, body } = await pool.request({
      path,
      method: 'GET',
      headers: {
        accept: 'application/json',
        idsite: String(context.siteId),
        userlang: context.lang,
        'x-site-folder': context.folder,
        'x-request-id': context.requestId,
        'x-api-secret': secret,
      },
    });
    return { status: statusCode, text: await body.text() };
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
