import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import type pg from 'pg';
import { columnCasing, type Db } from './connect.ts';

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
 * before the first statement, until the pool is exhausted.
 */
export async function withSiteTransaction<T>(db: Db, siteId: number, work: (tx: SiteTx) => Promise<T>): Promise<T> {
  if (!Number.isInteger(siteId)) throw new TypeError(`not a site id: ${siteId}`);
  const client = await db.$client.connect();
  let lostConnection: Error | undefined;
  try {
    await client.query(createBeginStatements(siteId));
    const value = await work(createSiteTx(client, siteId));
    await client.query('commit');
    return value;
  } catch (error) {
    await client.query('rollback').catch((rollbackError: Error) => {
      lostConnection = rollbackError;
    });
    throw error;
  } finally {
    // The pool closes a connection that could not be rolled back, so that no other transaction continues on it.
    client.release(lostConnection);
  }
}

/** One round trip begins the transaction and sets role and site, both until its end. `siteId` must be an integer. */
const createBeginStatements = (siteId: number): string =>
  `begin; select set_config('role', 'cuvee_app', true), set_config('app.site_id', '${siteId}', true)`;

const drizzleByClient = new WeakMap<pg.PoolClient, NodePgDatabase>();

function createSiteTx(client: pg.PoolClient, siteId: number): SiteTx {
  const database = drizzleByClient.get(client) ?? drizzle(client, { casing: columnCasing });
  drizzleByClient.set(client, database);
  // The properties of the site are not set on `database`, because the next transaction of the connection has another.
  return Object.assign(Object.create(database), { siteId }) as SiteTx;
}
