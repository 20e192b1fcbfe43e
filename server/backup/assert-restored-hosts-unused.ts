import type pg from 'pg';
import { hostNamesLockStatement } from '#server/api/database/host-names-lock.ts';
import { OperatorError } from '#server/operator-error.ts';
import { findConflictingNameOfTwoSites, type SiteHostClaims } from '#shared/site/site-host-claims.ts';
import type { SiteBackupEntry } from './backup-manifest.ts';

/** The columns of `sites` that the check reads. The optional columns do not exist in earlier schemas. */
interface StoredSite {
  id: number;
  name: string;
  hosts: { name: string }[];
  cookie_domain?: string | null;
  hosting_edited_at?: string | null;
  removed_at?: string | null;
}

/**
 * Checks that no restored site has a host of a site that the database already had: after the backup was made, another
 * estate may have added the host in its panel.
 * @throws OperatorError that names the host.
 */
export async function assertRestoredHostsUnused(
  client: pg.ClientBase,
  restored: readonly SiteBackupEntry[],
): Promise<void> {
  await client.query(hostNamesLockStatement);
  const { rows } = await client.query<{ site: StoredSite }>('select to_jsonb(s) as site from sites s order by id');
  const active = rows.map(({ site }) => site).filter(({ removed_at }) => !removed_at);
  const restoredIds = new Set(restored.map(({ id }) => id));
  const present = active.filter(({ id }) => !restoredIds.has(id));
  for (const site of active.filter(({ id }) => restoredIds.has(id)))
    for (const other of present) {
      const name = findConflictingNameOfTwoSites(toClaims(site), toClaims(other));
      if (name !== undefined)
        throw new OperatorError(
          `${name} of "${site.name}" (site ${site.id}) conflicts with the domains of "${other.name}" (site ${other.id}). ` +
            'Nothing was restored. Remove the domain there first.',
          { exitCode: 73 },
        );
    }
}

const toClaims = ({ hosts, cookie_domain, hosting_edited_at }: StoredSite): SiteHostClaims => ({
  hosts,
  cookieDomain: cookie_domain ?? null,
  isEdited: Boolean(hosting_edited_at),
});
