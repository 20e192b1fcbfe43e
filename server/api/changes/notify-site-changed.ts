import { sql } from 'drizzle-orm';
import type { SiteTx } from '#server/api/database/site-transaction.ts';

/** The PostgreSQL channel of site changes; the payload is the site's id. */
export const siteChangesChannel = 'cuvee_changes';

/**
 * Raises the site's change counter and notifies every API process, so that the storefronts render the site anew. The
 * notification is part of the transaction: PostgreSQL delivers it on commit and drops it on rollback.
 */
export async function notifySiteChanged(tx: SiteTx): Promise<void> {
  await tx.execute(sql`
    with counted as (update sites set change_count = change_count + 1 where id = ${tx.siteId} returning id)
    select pg_notify(${siteChangesChannel}, id::text) from counted`);
}
