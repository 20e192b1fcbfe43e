import { sql } from 'drizzle-orm';
import type { SiteTx } from '#server/api/database/site-transaction.ts';

/** The PostgreSQL NOTIFY channel of site changes. Its payload is the id of the changed site. */
export const siteChangesChannel = 'cuvee_changes';

/** The PostgreSQL NOTIFY channel of the versions of changed sites. Its payload is a site's id and `siteVersionSql`. */
export const siteVersionsChannel = 'cuvee_versions';

/**
 * The version of a site, which changes with every change of the site. The counter is not enough: in a database that was
 * restored from a backup it takes the same values again. The row's transaction id differs then.
 */
export const siteVersionSql = sql<string>`sites.change_count || '.' || sites.xmin`;

/**
 * Raises the site's generation (`change_count`) and notifies every API process, so that the storefronts render the
 * site's pages anew. PostgreSQL delivers the notification when the transaction commits and drops it on rollback.
 */
export async function notifySiteChanged(tx: SiteTx): Promise<void> {
  await tx.execute(sql`
    with counted as (update sites set change_count = change_count + 1 where id = ${tx.siteId}
      returning id, ${siteVersionSql} as version)
    select pg_notify(${siteChangesChannel}, id::text), pg_notify(${siteVersionsChannel}, id || ' ' || version) from counted`);
}

/**
 * The PostgreSQL NOTIFY channel of changed hosts, languages and other properties of `site.json`. Its payload is the id
 * of the site.
 */
export const hostingChangesChannel = 'cuvee_hosting';

/**
 * Notifies the storefronts that the site is new or removed, or that its hosts, languages or other properties of
 * `site.json` have changed. The caller calls `notifySiteChanged` too, because the site's pages depend on them.
 */
export async function notifyHostingChanged(tx: SiteTx): Promise<void> {
  await tx.execute(sql`select pg_notify(${hostingChangesChannel}, ${String(tx.siteId)})`);
}
