import { sql } from 'drizzle-orm';
import type { SiteTx } from './site-transaction.ts';

/** Key of the advisory lock: an arbitrary number, unique among the advisory locks with one key. */
const hostNamesLock = 7_302_405;

export const hostNamesLockStatement = `select pg_advisory_xact_lock(${hostNamesLock}::bigint)`;

/**
 * Waits for other changes of host names and excludes new ones until the transaction ends, because a host belongs to one
 * site and the sites' rows have no constraint for it.
 */
export const lockHostNames = (tx: SiteTx) => tx.execute(sql.raw(hostNamesLockStatement));
