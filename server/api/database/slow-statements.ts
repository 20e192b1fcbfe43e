import { AsyncLocalStorage } from 'node:async_hooks';
import type { FastifyBaseLogger } from 'fastify';
import type pg from 'pg';
import type { ServerMetrics } from '#server/http/metrics.ts';

/** Duration in milliseconds from which a statement is logged. */
const slowStatementMs = 1_000;
/** Maximum number of log lines in a minute, because a lock makes every statement slow. */
export const maxLoggedPerMinute = 30;
/** Maximum numbers of characters of a statement's beginning and end. The end has the tables and conditions of a long list of columns. */
const maxHeadLength = 120;
const maxTailLength = 280;

/** The request or the job for which statements run. */
type StatementOrigin =
  | { route: string | null; reqId: string; site: number | undefined }
  | { task: string; site: number | undefined };

export interface SlowStatement {
  ms: number;
  statement: string;
  /** The purpose of the pool that ran the statement. */
  pool: string;
  origin: StatementOrigin | undefined;
}

export type ReportSlowStatement = (slow: SlowStatement) => void;

const origins = new AsyncLocalStorage<() => StatementOrigin>();

/**
 * @param readOrigin Called for a slow statement only, because route and site of a request are not known at its start.
 */
export const runWithStatementOrigin = <T>(readOrigin: () => StatementOrigin, work: () => T): T =>
  origins.run(readOrigin, work);

/** Creates the log of slow statements, one for all pools of the process. */
export function createSlowStatementLog(log: FastifyBaseLogger, metrics: ServerMetrics): ReportSlowStatement {
  const total = metrics.get('cuvee_slow_statements_total');
  let count = 0;
  const endMinute = () => {
    const statements = count - maxLoggedPerMinute;
    if (statements > 0)
      log.warn({ code: 'slow_statements_not_logged', statements }, 'further slow database statements not logged');
    count = 0;
  };
  return ({ origin, ...slow }) => {
    if (count === 0) setTimeout(endMinute, 60_000).unref();
    count++;
    total.inc({ pool: slow.pool });
    if (count <= maxLoggedPerMinute)
      log.warn({ code: 'slow_statement', ...slow, ...origin }, 'slow database statement');
  };
}

type Query = (...args: unknown[]) => unknown;
type Callback = (...results: unknown[]) => void;

/** Reports the statements of a pool that take long, whether they succeed or fail. Waits for a connection do not count. */
export function reportSlowStatements(pool: pg.Pool, name: string, report: ReportSlowStatement): void {
  const connect = pool.connect.bind(pool) as (callback?: Callback) => Promise<pg.PoolClient>;
  // Without bind, a callback that waited for a connection would run in the context of the request that released it.
  pool.connect = ((callback?: Callback) =>
    callback ? connect(AsyncLocalStorage.bind(callback)) : connect()) as typeof pool.connect;
  pool.on('connect', (client) => {
    const query = client.query.bind(client) as Query;
    client.query = ((...args: unknown[]) => {
      const readOrigin = origins.getStore();
      const startedAt = performance.now();
      const end = () => {
        const ms = Math.round(performance.now() - startedAt);
        if (ms >= slowStatementMs)
          report({ ms, statement: shorten(readText(args[0])), pool: name, origin: readOrigin?.() });
      };
      const callback = args.at(-1);
      if (typeof callback === 'function') {
        const withEnd: Callback = (...results) => {
          end();
          callback(...results);
        };
        return query(...args.slice(0, -1), withEnd);
      }
      const result = query(...args);
      if (result instanceof Promise) result.then(end, end);
      return result;
    }) as typeof client.query;
  });
}

/** Returns the text of a statement, which has placeholders instead of its parameters. */
const readText = (statement: unknown): string =>
  typeof statement === 'string' ? statement : String((statement as { text?: unknown }).text);

function shorten(statement: string): string {
  const text = statement.replace(/\s+/g, ' ').trim();
  return text.length <= maxHeadLength + maxTailLength
    ? text
    : `${text.slice(0, maxHeadLength)} … ${text.slice(-maxTailLength)}`;
}
