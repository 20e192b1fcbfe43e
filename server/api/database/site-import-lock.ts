import { sql } from 'drizzle-orm';
import type { SiteTx } from './site-transaction.ts';

/** First key of the advisory lock: an arbitrary number, unique among the advisory locks with two keys. */
const importLock = 7_302_404;

/**
 * Waits for other imports and edits of the site, and excludes new ones until the transaction ends. Otherwise concurrent
 * imports of one site would treat each other's rows as edits by staff.
 */
export const lockSiteForImport = (tx: SiteTx) =>
  tx.execute(sql`select pg_advisory_xact_lock(${importLock}, ${tx.siteId})`);

/**
 * Waits for an import of the site, and excludes new imports until the transaction ends, because an import would
 * overwrite rows that are edited while it runs.
 */
export const lockSiteForEdit = (tx: SiteTx) =>
  tx.execute(sql`select pg_advisory_xact_lock_shared(${importLock}, ${tx.siteId})`);
