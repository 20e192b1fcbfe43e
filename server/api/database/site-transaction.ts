import { NodePgDatabase, NodePgSession } from 'drizzle-orm/node-postgres';
import { PgDialect } from 'drizzle-orm/pg-core';
import type pg from 'pg';
import { columnCasing, type Db } from './connect.ts';
import { nameOf } from './prepared-names.ts';

declare const entered: unique symbol;

/**
 * A transaction that row-level security limits to the data of one site and the list of all sites. Only
 * `withSiteTransaction` creates one. Repositories accept no other transaction, so they cannot read another site's data.
 */
export type SiteTx = Omit<NodePgDatabase, 'transaction'> & {
  readonly siteId: number;
  readonly [entered]: true;
};

/**
 * Runs `work` in a transaction that sees only the data of one site. Commits when `work` resolves, rolls back if `work`
 * throws. Drizzle's own `transaction` would need another round trip for `begin`, and leaks a connection that is lost
 * before the first statement, until the pool is exhausted. Statements that `work` issues together travel together. The
 * commit travels with those that `work` does not wait for, and rejects if one of them fails.
 */
export async function withSiteTransaction<T>(db: Db, siteId: number, work: (tx: SiteTx) => Promise<T>): Promise<T> {
  const client = await db.$client.connect();
  const { send, end } = openTransaction(client, siteId);
  const tx = createSiteTx(siteId, send);
  let lostConnection: Error | undefined;
  try {
    const value = await work(tx.site);
    tx.end();
    await end('commit');
    return value;
  } catch (error) {
    tx.end();
    await end('rollback').catch((rollbackError: Error) => {
      lostConnection = rollbackError;
    });
    throw error;
  } finally {
    // The pool closes a connection that could not be rolled back, so that no other transaction continues on it.
    client.release(lostConnection);
  }
}

/**
 * Creates the functions that send the statements of a transaction. It begins in the same packet as its first statements
 * if they only read. Another statement waits until it has begun, because outside of the transaction it would change rows
 * of all sites.
 */
function openTransaction(client: pg.PoolClient, siteId: number) {
  const begin = enterSite(siteId);
  let begun: Promise<unknown> | null = null;
  /** True once a statement waits for the beginning. Later ones must not overtake it. */
  let isWaiting = false;
  let hasBegun = false;
  const unsettled = new Set<Promise<unknown>>();
  const beginOnce = (): Promise<unknown> => {
    begun ??= client.query(begin).then(() => {
      hasBegun = true;
    });
    return begun;
  };
  const send: SendStatement = async (config, values) => {
    joinWrites(client);
    const beginning = beginOnce();
    const canGoFirst = /^\s*select\b/i.test(config.text) || (config as SiteStatement).isRefusedOutside === true;
    if (!hasBegun && (isWaiting || !canGoFirst)) {
      isWaiting = true;
      await beginning;
      joinWrites(client);
    }
    const isPreparable = (values ?? config.values ?? []).length > 0;
    const named = isPreparable ? { ...config, ...nameOf(client, config.text) } : config;
    const sent = client.query(named, values);
    const settled = hasBegun ? sent : Promise.all([sent, beginning]).then(([result]) => result);
    unsettled.add(settled);
    const remove = () => unsettled.delete(settled);
    settled.then(remove, remove);
    return settled;
  };
  const end = async (statement: 'commit' | 'rollback') => {
    if (!begun) return;
    // A statement that waits for the beginning is sent before the end, never after it.
    if (!hasBegun) await begun.catch(() => {});
    const ending = client.query(statement);
    // PostgreSQL answers a commit after a failed statement by a rollback.
    await Promise.all(statement === 'commit' ? [...unsettled, ending] : [ending]);
  };
  return { send, end };
}

type SiteStatement = pg.QueryConfig & {
  /** True for a statement that fails outside of a transaction of a site, so that it may travel with the beginning. */
  isRefusedOutside?: boolean;
};

/** Lets the statements that are issued until the end of this turn travel in one packet. */
function joinWrites({ connection: { stream } }: pg.PoolClient): void {
  stream.cork();
  process.nextTick(() => stream.uncork());
}

/** Builds the statements that begin a transaction and set role and site, both until its end, in one round trip. */
export function enterSite(siteId: number, begin: 'begin' | 'begin read only' = 'begin'): string {
  if (!Number.isInteger(siteId)) throw new TypeError(`not a site id: ${siteId}`);
  return `${begin}; select set_config('role', 'cuvee_app', true), set_config('app.site_id', '${siteId}', true)`;
}

export type SendStatement = (config: pg.QueryConfig, values?: unknown[]) => Promise<unknown>;

/** PostgreSQL's code for a statement in a transaction in which another has failed. */
const abortedTransaction = '25P02';

const dialect = new PgDialect({ casing: columnCasing });

const clients = new WeakMap<SiteTx, pg.PoolClient>();

/** Returns what sends the statements of a transaction, for queries that drizzle has prepared. */
export function clientOf(tx: SiteTx): pg.PoolClient {
  const client = clients.get(tx);
  if (!client) throw new Error('not a transaction of withSiteTransaction or withSiteRead');
  return client;
}

/**
 * Sends a statement whose text is constant. It is sent at once, so that several that are issued together arrive in their
 * order. The queries of drizzle leave only some turns later.
 */
export const runSql = <Row extends pg.QueryResultRow>(
  tx: SiteTx,
  text: string,
  values: unknown[],
  options: Pick<SiteStatement, 'isRefusedOutside'> = {},
): Promise<pg.QueryResult<Row>> => clientOf(tx).query<Row>({ text, values, ...options } as pg.QueryConfig);

/**
 * Creates the transaction that `work` gets. After `end`, its statements are refused: `work` may have failed while a part
 * of it still runs, and the connection may belong to a transaction of another site by then.
 */
export function createSiteTx(siteId: number, send: SendStatement): { site: SiteTx; end: () => void } {
  let isOpen = true;
  let failure: unknown;
  const query = async (config: pg.QueryConfig, values?: unknown[]) => {
    if (!isOpen) throw new Error(`the transaction of site ${siteId} has ended`);
    try {
      const result = await send(config, values);
      failure = undefined;
      return result;
    } catch (error) {
      failure ??= error;
      // After a failure, PostgreSQL refuses the statements that were sent with it. They report the cause.
      throw (error as { code?: unknown }).code === abortedTransaction ? failure : error;
    }
  };
  // Drizzle calls only `query` of a client.
  const client = { query } as unknown as pg.PoolClient;
  const database = new NodePgDatabase(dialect, new NodePgSession(client, dialect, undefined), undefined);
  const site = Object.assign(database, { siteId }) as unknown as SiteTx;
  clients.set(site, client);
  return {
    site,
    end: () => {
      isOpen = false;
    },
  };
}
