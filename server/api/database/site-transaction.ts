import { sql } from 'drizzle-orm';
import type { PgTransactionConfig } from 'drizzle-orm/pg-core';
import { type Db, withTransaction } from './connect.ts';

declare const entered: unique symbol;

/**
 * A transaction that row-level security limits to the data of one site and the list of all sites. Only
 * `withSiteTransaction` creates one. Repositories accept no other transaction, so they cannot read another site's data.
 */
export type SiteTx = Parameters<Parameters<Db['transaction']>[0]>[0] & {
  readonly siteId: number;
  readonly [entered]: true;
};

/**
 * Runs `work` in a transaction that sees only the data of one site. Commits when `work` resolves, rolls back if `work`
 * throws.
 */
export function withSiteTransaction<T>(
  db: Db,
  siteId: number,
  work: (tx: SiteTx) => Promise<T>,
  config?: PgTransactionConfig,
): Promise<T> {
  if (!Number.isInteger(siteId)) throw new TypeError(`not a site id: ${siteId}`);
  return withTransaction(
    db,
    async (tx) => {
      // set_config is used instead of SET LOCAL, because it accepts parameters and sets role and site in one round
      // trip.
      await tx.execute(
        sql`select set_config('role', 'cuvee_app', true), set_config('app.site_id', ${String(siteId)}, true)`,
      );
      return await work(Object.assign(tx, { siteId }) as unknown as SiteTx);
    },
    config,
  );
}
