import { eq } from 'drizzle-orm';
import { notifyHostingChanged } from '#server/api/changes/notify-site-changed.ts';
import { createItemRef, raiseItemRevisions, readWhetherRevertIsPending } from '#server/api/database/row-revisions.ts';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import { siteHostingRevisionKind, sites } from '#server/api/database/sites-table.ts';
import { findHostConflict } from '#server/api/site/site-hosting.ts';
import { OperatorError } from '#server/operator-error.ts';
import type { SiteConfig } from '#shared/site/site-config.ts';
import type { SiteHostClaims } from '#shared/site/site-host-claims.ts';
import type { SiteHosting } from '#shared/site/site-hosting.ts';
import type { EditedRowKeptByImport } from './write-rows.ts';

const hostingRef = createItemRef(siteHostingRevisionKind);

export interface WriteSiteRowResult {
  /** True if the site is new or has changed. */
  hasChanged: boolean;
  /** The hosts and languages, if they were kept because staff have edited them. */
  kept: EditedRowKeptByImport[];
  /** The hosts and the cookie domain that the site gains by the import; null if there are none. */
  gained: SiteHostClaims | null;
}

/**
 * Saves the row of a site with the content of its `site.json`. Hosts and languages that staff have edited are kept,
 * unless `shouldOverwrite` is set or a revert of them is pending.
 */
export async function writeSiteRow(
  tx: SiteTx,
  folder: string,
  config: SiteConfig,
  shouldOverwrite: boolean,
): Promise<WriteSiteRowResult> {
  const hosting = readHostingOf(config);
  const identity = {
    folder,
    removedAt: null,
    name: config.name,
    timeZone: config.timeZone,
    cookieDomain: config.cookieDomain ?? null,
  };
  const [before] = await tx.select().from(sites).where(eq(sites.id, config.id));
  if (before) assertSiteIdNotReused(before, folder, hosting);
  const isEqual = before !== undefined && isSameHosting(before, hosting);
  const isEdited = Boolean(before?.hostingEditedAt) && !(await readWhetherRevertIsPending(tx, hostingRef));
  const isKept = !isEqual && !shouldOverwrite && isEdited;
  const row = { ...identity, ...(!isKept && { ...hosting, hostingEditedAt: null }) };
  await tx
    .insert(sites)
    .values({ id: config.id, ...identity, ...hosting })
    .onConflictDoUpdate({ target: sites.id, set: { ...row, importedAt: new Date() } });
  const isReplaced = before !== undefined && !isKept && (!isEqual || before.hostingEditedAt !== null);
  if (isReplaced) await raiseItemRevisions(tx, [hostingRef]);
  const [after] = await tx.select().from(sites).where(eq(sites.id, config.id));
  const hasChanged = JSON.stringify({ ...before, importedAt: null }) !== JSON.stringify({ ...after, importedAt: null });
  if (hasChanged) await notifyHostingChanged(tx);
  return {
    hasChanged,
    gained: after ? findGainedClaims(before, after) : null,
    kept: isKept ? [{ table: siteHostingRevisionKind, key: '', label: 'hosts and languages' }] : [],
  };
}

/** Returns the hosts and languages of a `site.json` with all defaults filled in. */
function readHostingOf({ hosts, origin, languages, defaultLang }: SiteConfig): SiteHosting {
  return {
    hosts: hosts.map(({ name, lang }) => ({ name, lang: lang ?? defaultLang })),
    origins: typeof origin === 'string' ? Object.fromEntries(languages.map((lang) => [lang, origin])) : origin,
    languages,
    defaultLang,
  };
}

/**
 * Checks whether hosts and languages are equal. The order of the origins is ignored, because it has no meaning and the
 * database does not store it.
 */
const isSameHosting = (a: SiteHosting, b: SiteHosting): boolean => serialise(a) === serialise(b);

const serialise = ({ hosts, origins, languages, defaultLang }: SiteHosting): string =>
  JSON.stringify([
    hosts.map(({ name, lang }) => [name, lang]),
    Object.entries(origins).toSorted(([a], [b]) => (a < b ? -1 : 1)),
    languages,
    defaultLang,
  ]);

type SiteRow = typeof sites.$inferSelect;

/**
 * Returns the hosts and the cookie domain that an import adds. A removed site counts as having none, because other
 * sites may have got its hosts since the removal.
 */
function findGainedClaims(before: SiteRow | undefined, after: SiteRow): SiteHostClaims | null {
  const known = before && !before.removedAt ? before : null;
  const knownHosts = new Set(known?.hosts.map(({ name }) => name));
  const hosts = after.hosts.filter(({ name }) => !knownHosts.has(name));
  const cookieDomain = after.cookieDomain === known?.cookieDomain ? null : after.cookieDomain;
  const isEdited = after.hostingEditedAt !== null;
  return hosts.length > 0 || cookieDomain !== null ? { hosts, cookieDomain, isEdited } : null;
}

/**
 * Checks that no other site has the hosts and the cookie domain that a site gains by an import. An import checks this
 * last, because from then on no other site can change its hosts until the transaction ends. Conflicts between two
 * folders are found before, by `resolveSiteConflicts`.
 * @throws OperatorError that names the host.
 */
export async function claimHostNames(tx: SiteTx, { gained }: WriteSiteRowResult): Promise<void> {
  const conflict = gained && (await findHostConflict(tx, gained, { ignoresFolders: true }));
  if (!conflict) return;
  const { name, site } = conflict;
  const reason = site.isEdited
    ? `which has edited its domains in its panel. Take the name out of site.json, or run: npm run site -- import <folder of site ${site.id}> --overwrite`
    : 'as it was last imported. If its site.json no longer has the name, import that site first';
  throw new OperatorError(`${name} conflicts with the domains of "${site.name}" (site ${site.id}), ${reason}.`, {
    exitCode: 65,
  });
}

/**
 * Checks that a site id still belongs to the same site, because ids are never used again: the customers and orders of a
 * site belong to its id. A folder may be renamed if the site keeps one of its hosts.
 * @throws OperatorError if the database contains another site than `imported` under this id.
 */
function assertSiteIdNotReused(known: SiteRow, folder: string, imported: Pick<SiteRow, 'hosts'>): void {
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
