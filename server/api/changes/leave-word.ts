import { sql } from 'drizzle-orm';
import type { SiteTx } from '#server/api/database/site-transaction.ts';

/** Where PostgreSQL passes word of changes: the payload is the site's id. */
export const changesChannel = 'cuvee_changes';

/**
 * Says that the site changed, so that every storefront renders it anew. Part of the transaction: nobody hears of a
 * change that was rolled back, or before it can be read.
 */
export async function leaveWord(tx: SiteTx): Promise<void> {
  await tx.execute(sql`
    with counted as (update sites set change_count = change_count + 1 where id = ${tx.siteId} returning id)
    select pg_notify(${changesChannel}, id::text) from counted`);
}
