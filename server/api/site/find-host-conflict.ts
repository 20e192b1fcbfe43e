import { and, ne, sql } from 'drizzle-orm';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import { isActiveSiteSql, sites } from '#server/api/database/sites-table.ts';
import { findNameConflict, type SiteHostClaims } from '#shared/site/site-host-claims.ts';

/** Key of the advisory lock: an arbitrary number, unique among the advisory locks with one key. */
const hostNamesLock = 7_302_405;

export const hostNamesLockStatement = `select pg_advisory_xact_lock(${hostNamesLock}::bigint)`;

/**
 * Waits for other changes of host names and excludes new ones until the transaction ends, because a host belongs to one
 * site and the sites' rows have no constraint for it.
 */
export const lockHostNames = (tx: SiteTx) => tx.execute(sql.raw(hostNamesLockStatement));

/** A host or domain name that the site cannot have, because it conflicts with those of another active site. */
interface HostConflict {
  name: string;
  site: { id: number; name: string; isEdited: boolean };
}

/**
 * Finds a host or domain name in `claims` that conflicts with those of another active site. Row-level security lets
 * every site read the rows of all sites in `sites`. Call this function last in a transaction, because it prevents other
 * transactions from changing host names until the transaction ends.
 * @param ignoresFolders True to ignore conflicts between two sites whose hosts both come from their folders, because
 * `resolveSiteConflicts` has already found those.
 */
export async function findHostConflict(
  tx: SiteTx,
  claims: SiteHostClaims,
  { ignoresFolders = false } = {},
): Promise<HostConflict | undefined> {
  await lockHostNames(tx);
  const { id, name, hosts, cookieDomain, hostingEditedAt } = sites;
  const others = await tx
    .select({ id, name, hosts, cookieDomain, hostingEditedAt })
    .from(sites)
    .where(and(ne(id, tx.siteId), isActiveSiteSql));
  for (const { hostingEditedAt: editedAt, ...other } of others) {
    const isEdited = editedAt !== null;
    if (ignoresFolders && !isEdited && !claims.isEdited) continue;
    const conflict = findNameConflict(claims, { ...other, isEdited });
    if (conflict !== undefined) return { name: conflict, site: { id: other.id, name: other.name, isEdited } };
  }
  return undefined;
}
