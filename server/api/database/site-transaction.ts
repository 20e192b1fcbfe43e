import { sql } from 'drizzle-orm';
import type { PgTransactionConfig } from 'drizzle-orm/pg-core';
import { type Db, inTransaction } from './connect.ts';

declare const entered: unique symbol;

/**
 * A transaction inside one site: whatever it reads or writes is that site's, by the database's own policies. `withSiteTransaction`
 * is the only maker of one, and repositories accept nothing else.
 */
export type SiteTx = Parameters<Parameters<Db['transaction']>[0]>[0] & {
  readonly siteId: number;
  readonly [entered]: true;
};

/** Runs `work` in a transaction that sees the site alone. It commits when `work` returns and leaves nothing when it throws. */
export function withSiteTransaction<T>(
  db: Db,
  siteId: number,
  work: (tx: SiteTx) => Promise<T>,
  config?: PgTransactionConfig,
): Promise<T> {
  if (!Number.isInteger(siteId)) throw new TypeError(`not a site id: ${siteId}`);
  return inTransaction(
    db,
    async (tx) => {
      // SET LOCAL takes no parameters; set_config does the same, both in one round trip.
      await tx.execute(
        sql`select set_config('role', 'cuvee_app', true), set_config('app.site_id', ${String(siteId)}, true)`,
      );
      return await work(Object.assign(tx, { siteId }) as unknown as SiteTx);
    },
    config,
  );
}
