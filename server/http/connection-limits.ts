import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyBaseLogger } from 'fastify';

/**
 * File descriptors that connections never use: those of the runtime, of opened files, of worker threads and of child
 * processes. An idle process has 40.
 */
const reservedDescriptors = 64;
/** Descriptors of database connections apart from the pool: change feed, locks and jobs. */
const otherDatabaseConnections = 10;

/** Maximum number of connections, however many descriptors there are, because each one needs memory. */
const maxConnections = 20_000;
/** Share of the connections that one client network may have, and their maximum number. */
const networkShare = 1 / 4;
const maxConnectionsPerNetwork = 1_000;
/** Share of the descriptors left that the calls from storefront to API may use. */
const apiCallShare = 1 / 2;

/** Limit of open files below which the operator is warned, because visitors of a busy day may be refused. */
const minDescriptors = 4_096;

export interface ConnectionLimits {
  total: number;
  perNetwork: number;
}

export interface DescriptorPlan {
  incoming: ConnectionLimits;
  apiCalls: number;
}

/** Returns how many files the process may have open, or null if the system has no limit. */
export function readDescriptorLimit(): number | null {
  // Node raises the soft limit to the hard one when it starts, so the soft limit is the one that applies.
  // The report is written without look-ups of peers' names, which could take seconds.
  Object.assign(process.report, { excludeNetwork: true });
  const { userLimits } = process.report.getReport() as { userLimits?: { open_files?: { soft: number | string } } };
  const soft = Number(userLimits?.open_files?.soft);
  return Number.isFinite(soft) ? soft : null;
}

/**
 * Divides the file descriptors of the process among connections of visitors, calls to the API and everything else, so
 * that they never run out. Several storefronts share the connections of a network and one API.
 */
export function planDescriptors(
  { role, databasePoolSize, processes = 1 }: { role: string; databasePoolSize: number; processes?: number },
  limit: number | null,
): DescriptorPlan {
  const database = role === 'storefront' ? 0 : databasePoolSize + otherDatabaseConnections;
  const left = Math.max(0, (limit ?? Number.MAX_SAFE_INTEGER) - reservedDescriptors - database);
  // With the API in the same process, both ends of a call belong to it.
  const descriptorsOfCall = role === 'both' ? 2 : 1;
  const hasApiCalls = role === 'both' || role === 'storefront';
  const maxCalls = Math.ceil(maxApiCalls / processes);
  const apiCalls = hasApiCalls ? Math.min(maxCalls, Math.floor((left * apiCallShare) / descriptorsOfCall)) : 0;
  const total = Math.min(maxConnections, Math.max(1, left - apiCalls * descriptorsOfCall));
  const perNetwork = Math.max(1, Math.floor(Math.min(maxConnectionsPerNetwork, total * networkShare) / processes));
  return { incoming: { total, perNetwork }, apiCalls };
}

/** Number of connections to the API from which more bring nothing; the pools of the API client have fewer. */
const maxApiCalls = 256;

export function warnOfLowDescriptorLimit(limit: number | null, { incoming }: DescriptorPlan, log: FastifyBaseLogger) {
  if (limit === null || limit >= minDescriptors) return;
  log.warn(
    {
      code: 'descriptor_limit_low',
      limit,
      connections: incoming.total,
      hint: `Raise the limit of open files to ${minDescriptors} or more (LimitNOFILE in systemd, ulimit -n).`,
    },
    'few open files allowed',
  );
}

/** Errors of the system that mean that the process or the machine has no file descriptor left. They are temporary. */
export const isDescriptorShortage = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === 'EMFILE' || error.code === 'ENFILE');

export type ConnectionRefusal = 'total' | 'network' | 'descriptors';

const reportIntervalMs = 60_000;
/** Minimum time between two searches for idle connections, because each one looks at all connections. */
const idleSearchIntervalMs = 100;

interface ConnectionLimitOptions {
  limits: ConnectionLimits;
  /** Returns the network to which a connection counts; null if many clients share its address, as behind a proxy. */
  networkOf: (socket: Socket) => string | null;
  log: FastifyBaseLogger;
  onRefused?: (cause: ConnectionRefusal) => void;
}

/**
 * Closes connections beyond the limits of a server. When all are taken, those that are only kept alive are closed, so
 * that the next client finds a place.
 */
export function limitConnections(
  server: Server,
  { limits, networkOf, log, onRefused = () => {} }: ConnectionLimitOptions,
): void {
  const refused: Record<ConnectionRefusal, number> = { total: 0, network: 0, descriptors: 0 };
  let reportedAt = Number.NEGATIVE_INFINITY;
  const refuse = (cause: ConnectionRefusal) => {
    refused[cause]++;
    onRefused(cause);
    if (performance.now() - reportedAt < reportIntervalMs) return;
    reportedAt = performance.now();
    log.warn({ code: 'connections_refused', ...refused, limits }, 'connections refused');
    Object.assign(refused, { total: 0, network: 0, descriptors: 0 });
  };
  server.maxConnections = limits.total;
  let searchedAt = Number.NEGATIVE_INFINITY;
  server.on('drop', () => {
    if (performance.now() - searchedAt > idleSearchIntervalMs) {
      searchedAt = performance.now();
      server.closeIdleConnections();
    }
    refuse('total');
  });
  // After the start, this event reports a connection that could not be accepted. Without a listener it would end the
  // process. Errors of the start itself reject `listen`.
  server.on('error', (error) => {
    if (!server.listening) return;
    if (isDescriptorShortage(error)) refuse('descriptors');
    else log.error({ code: 'connection_not_accepted', err: error }, 'connection not accepted');
  });
  const counts = new Map<string, number>();
  server.on('connection', (socket: Socket) => {
    const network = networkOf(socket);
    if (network === null) return;
    const count = counts.get(network) ?? 0;
    if (count >= limits.perNetwork) {
      refuse('network');
      socket.destroy();
      return;
    }
    counts.set(network, count + 1);
    socket.once('close', () => {
      const left = (counts.get(network) ?? 1) - 1;
      if (left === 0) counts.delete(network);
      else counts.set(network, left);
    });
  });
}
