import type { Readable } from 'node:stream';
import { type Dispatcher, Pool } from 'undici';
import { z } from 'zod';
import { apiContract } from '#shared/contract.ts';
import type { Lang } from '#shared/languages.ts';
import { ReadFailure, type ReadName } from '#shared/rendering.ts';
import { isPasswordHashCall } from './contract-paths.ts';
import { limitQueue } from './limit-queue.ts';

/** On whose behalf a call is made. */
export interface CallContext {
  siteId: number;
  lang: Lang;
  requestId: string;
}

export interface ReadInput {
  params?: Record<string, unknown> | undefined;
  query?: Record<string, unknown> | undefined;
}

/** A parsed answer with the size that it had on the wire, in bytes. */
export interface Answer {
  data: unknown;
  bytes: number;
}

export interface ApiClient {
  /** @throws ReadFailure: the API's own refusal with its status, else 503 (silent, slow, or answering nonsense). */
  read(name: ReadName, input: ReadInput, context: CallContext): Promise<Answer>;
  /** Code that staff of a site entered, by its hash; null where there is none such. @throws ReadFailure 503 */
  script(hash: string, context: CallContext): Promise<string | null>;
  /** Passes a call on as it is, adding the secret; headers name site, language and client. */
  forward(call: Dispatcher.RequestOptions): Promise<Dispatcher.ResponseData>;
  /** The stream of changes; it ends when the API does, or is silent for longer than its heartbeat. */
  changes(signal: AbortSignal): Promise<Readable>;
  /** Whether the API says that it can serve. */
  isReady(): Promise<boolean>;
  close(): Promise<void>;
}

/** Time that a visitor waits for the API before the answer is that it is unavailable. */
const defaultRequestTimeoutMs = 5_000;
const connectTimeoutMs = 2_000;
/** The API sends a heartbeat on the stream of changes every 10 s. */
const changesTimeoutMs = 30_000;

/**
 * Calls of a different nature use different connections, so that none of them can block the others: a write waits for
 * rows that others have locked, a file takes as long as its visitor reads it, a log-in
 * waits for its password to be hashed. A write has a longer timeout, because a
 * customer whose order timed out does not know whether it was placed.
 */
const poolSettings = {
  reads: { connections: 64, maxQueue: 1_024, timeoutFactor: 1 },
  writes: { connections: 64, maxQueue: 1_024, timeoutFactor: 3 },
  files: { connections: 64, maxQueue: 512, timeoutFactor: 1 },
  // As many as the API hashes within two or three seconds.
  passwordHashes: { connections: 16, maxQueue: 64, timeoutFactor: 1 },
} as const;
type PoolName = keyof typeof poolSettings;

function poolOf({ method, path }: Dispatcher.RequestOptions): PoolName {
  if (method !== 'GET' && method !== 'HEAD') return isPasswordHashCall(method, path) ? 'passwordHashes' : 'writes';
  return /^\/(image|file)\//.test(path) ? 'files' : 'reads';
}

function createPools(origin: string, requestTimeoutMs: number) {
  const create = (name: PoolName) => {
    const { connections, maxQueue, timeoutFactor } = poolSettings[name];
    const timeoutMs = requestTimeoutMs * timeoutFactor;
    const connect = { timeout: Math.min(connectTimeoutMs, requestTimeoutMs) };
    const pool = new Pool(origin, { connections, headersTimeout: timeoutMs, bodyTimeout: timeoutMs, connect });
    return pool.compose(limitQueue({ maxQueue, maxWaitMs: timeoutMs }));
  };
  return {
    reads: create('reads'),
    writes: create('writes'),
    files: create('files'),
    passwordHashes: create('passwordHashes'),
  };
}

const ScriptEndpoint = { data: z.object({ code: z.string() }) };
const Envelope = z.object({ success: z.boolean(), data: z.unknown(), message: z.string() });

export function createApiClient(origin: string, secret: string, { timeout = defaultRequestTimeoutMs } = {}): ApiClient {
  const pools = createPools(origin, timeout);

  const get = (path: string, context: CallContext) =>
    pools.reads
      .request({
        path,
        method: 'GET',
        headers: {
          accept: 'application/json',
          idsite: String(context.siteId),
          userlang: context.lang,
          'x-request-id': context.requestId,
          'x-api-secret': secret,
        },
      })
      .then(async ({ statusCode, body }) => ({ status: statusCode, text: await body.text() }))
      .catch((error: unknown) => {
        // Without the query: people search for all sorts of things.
        throw unavailable(`${path.split('?', 1)[0]}: the API did not answer`, error);
      });

  const read = async (name: ReadName, input: ReadInput, context: CallContext): Promise<Answer> => {
    const { status, text } = await get(addressOf(name, input), context);
    return { data: parseAnswer(name, apiContract[name], status, text), bytes: text.length };
  };

  const script = async (hash: string, context: CallContext): Promise<string | null> => {
    const { status, text } = await get(`/internal/script/${hash}`, context);
    return status === 404 ? null : parseAnswer('script', ScriptEndpoint, status, text).code;
  };

  return {
    read,
    script,
    forward: (call) => pools[poolOf(call)].request({ ...call, headers: { ...call.headers, 'x-api-secret': secret } }),
    async changes(signal) {
      const { statusCode, body } = await pools.reads.request({
        path: '/internal/changes',
        method: 'GET',
        headers: { accept: 'text/event-stream', 'x-api-secret': secret },
        bodyTimeout: changesTimeoutMs,
        signal,
      });
      if (statusCode === 200) return body;
      await body.dump();
      throw new Error(
        `the API answered ${statusCode} to the stream of changes${statusCode === 403 ? ': is API_SECRET the same on both sides?' : ''}`,
      );
    },
    async isReady() {
      try {
        const { statusCode, body } = await pools.reads.request({
          path: '/readyz',
          method: 'GET',
          headersTimeout: 2_000,
        });
        await body.dump();
        return statusCode === 200;
      } catch {
        return false;
      }
    },
    close: async () => {
      await Promise.all(Object.values(pools).map((pool) => pool.destroy()));
    },
  };
}

/** `GET /news/{id}` with its parameters and query filled in. */
export function addressOf(name: ReadName, { params = {}, query = {} }: ReadInput): string {
  const path = name
    .slice(name.indexOf(' ') + 1)
    .replace(/\{(\w+)\}/g, (_, key: string) => encodeURIComponent(String(params[key])));
  const search = Object.entries(query)
    .filter(([, value]) => value !== undefined && value !== '')
    .map(([key, value]) => `${encodeURIComponent(key)}=${encodeURIComponent(String(value))}`)
    .sort();
  return search.length > 0 ? `${path}?${search.join('&')}` : path;
}

/** The border: what passes here has the form that the contract says. */
function parseAnswer<D extends z.ZodType>(
  name: string,
  { data: form }: { data: D },
  status: number,
  text: string,
): z.output<D> {
  const envelope = Envelope.safeParse(jsonOf(text));
  if (!envelope.success) throw unavailable(`${name}: the API answered ${status} without an envelope`);
  const { success, data, message } = envelope.data;
  if (status >= 500 || status === 429) throw unavailable(`${name}: the API answered ${status}`);
  if (!success) throw new ReadFailure(status >= 400 ? status : 503, message);
  const parsed = form.safeParse(data);
  if (!parsed.success) throw unavailable(`${name}: the API answers against its contract`, parsed.error);
  return parsed.data;
}

const jsonOf = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

const unavailable = (message: string, cause?: unknown): ReadFailure =>
  Object.assign(new ReadFailure(503, message), { statusCode: 503 }, cause === undefined ? {} : { cause });
