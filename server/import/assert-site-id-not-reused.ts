import type { sites } from '#server/api/database/sites-table.ts';
import { OperatorError } from '#server/operator-error.ts';

type SiteRow = typeof sites.$inferSelect;

/**
 * Checks that a site id still belongs to the same site, because ids are never used again: the customers and orders of a
 * site belong to its id. A folder may be renamed if the site keeps one of its hosts.
 * @throws OperatorError if the database contains another site than `imported` under this id.
 */
export function assertSiteIdNotReused(known: SiteRow, folder: string, imported: Pick<SiteRow, 'hosts'>): void {
  const advice = 'Ids are never used again: give this site another "id" in site.json.';
  if (known.purgedAt)
    throw new OperatorError(`The id ${known.id} belonged to the removed site "${known.folder}". ${advice}`, {
      exitCode: 65,
    });
  const knownHosts = new Set(known.hosts.map(({ name }) => name));
  if (known.folder === folder || imported.hosts.some(({ name }) => knownHosts.has(name))) return;
  const hosts = [...knownHosts].join(', ');
  throw new OperatorError(
    `The id ${known.id} belongs to the site "${known.folder ?? known.name}" (${hosts}). ${advice} ` +
      'If it is the same site under a new folder name, keep one of its hosts in site.json for this import.',
    { exitCode: 65 },
  );
}
