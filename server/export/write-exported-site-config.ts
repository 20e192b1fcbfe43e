import { readFile, writeFile } from 'node:fs/promises';
import { eq } from 'drizzle-orm';
import type { Db } from '#server/api/database/connect.ts';
import { sites } from '#server/api/database/sites-table.ts';
import { isWithinDomain } from '#shared/site/site-config.ts';

/**
 * Writes the `site.json` of an exported site. Hosts and languages are those of the database if staff have edited them;
 * everything else is copied from `from`.
 * @param from Path of the site's present `site.json`; null if its folder no longer exists. All values then come from
 * the database.
 */
export async function writeExportedSiteConfig(
  db: Db,
  siteId: number,
  { from, to }: { from: string | null; to: string },
): Promise<void> {
  const text = from === null ? null : await readFile(from, 'utf8');
  const [site] = await db.select().from(sites).where(eq(sites.id, siteId));
  if (!site || (text !== null && !site.hostingEditedAt)) return text === null ? undefined : writeFile(to, text);
  const { id, name, timeZone, hosts, origins: origin, languages, defaultLang } = site;
  const source = text === null ? { id, name, timeZone, cookieDomain: site.cookieDomain } : JSON.parse(text);
  const { cookieDomain, ...identity } = source as { cookieDomain?: string | null };
  // An import refuses a cookie domain to which none of the hosts belongs.
  const hasCookieDomain = cookieDomain && hosts.some((host) => isWithinDomain(host.name, cookieDomain));
  const config = { ...identity, ...(hasCookieDomain && { cookieDomain }), hosts, origin, languages, defaultLang };
  await writeFile(to, `${JSON.stringify(config, null, 2)}\n`);
}
