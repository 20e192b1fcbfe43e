import { type Dispatcher, Pool } from 'undici';
import { isFileDownloadCall, isPasswordHashingCall } from './contract-paths.ts';
import { createPoolQueueLimiter } from './limit-pool-queue.ts';

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

export type ApiConnectionPools = Record<PoolName, Dispatcher>;

export function chooseApiConnectionPool({ method, path }: Dispatcher.RequestOptions): PoolName {
  if (method !== 'GET' && method !== 'HEAD') return isPasswordHashingCall(method, path) ? 'passwordHashes' : 'writes';
  return /^\/(image|file)\//.test(path) || isFileDownloadCall(method, path) ? 'files' : 'reads';
}

const totalConnections = Object.values(poolSettings).reduce((sum, { connections }) => sum + connections, 0);
/** Each pool keeps this number of connections, however few the process may open: one reads the stream of changes. */
const minConnections = 4;

/** @param maxConnections Maximum number of connections of all pools, which then have fewer in the same proportion. */
export function createApiConnectionPools(
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
