import { sql } from 'drizzle-orm';
import type { SiteTx } from './site-transaction.ts';

/** An arbitrary number, unique among the advisory locks with two keys. */
const importLock = 7_302_404;

/**
 * Excludes other imports and edits of the site until the transaction ends. Concurrent imports of one site would regard
 * each other's rows as edits.
 */
export const lockSiteForImport = (tx: SiteTx) =>
  tx.execute(sql`select pg_advisory_xact_lock(${importLock}, ${tx.siteId})`);

/** Waits for an import of the site, which would overwrite rows that are edited while it runs. */
export const lockSiteForEdit = (tx: SiteTx) =>
  tx.execute(sql`select pg_advisory_xact_lock_shared(${importLock}, ${tx.siteId})`);
