import { sql } from 'drizzle-orm';
import type { SiteTx } from '#server/api/database/site-transaction.ts';

/** The PostgreSQL NOTIFY channel of site changes. Its payload is the id of the changed site. */
export const siteChangesChannel = 'cuvee_changes';

/**
 * Raises the site's change counter and notifies every API process, so that the storefronts render the site's pages
 * anew. PostgreSQL delivers the notification when the transaction commits and drops it on rollback.
 */
export async function notifySiteChanged(tx: SiteTx): Promise<void> {
  await tx.execute(sql`
    with counted as (update sites set change_count = change_count + 1 where id = ${tx.siteId} returning id)
    select pg_notify(${siteChangesChannel}, id::text) from counted`);
}
