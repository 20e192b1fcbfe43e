import { and, eq } from 'drizzle-orm';
import type { Db } from '#server/api/database/connect.ts';
import { isActiveSiteSql, sites } from '#server/api/database/sites-table.ts';
import type { Lang } from '#shared/languages.ts';
import { createSiteCache } from './site-cache.ts';

/** The data of a site that every request needs. */
export interface SiteRecord {
  id: number;
  name: string;
  defaultLang: Lang;
  languages: Lang[];
  timeZone: string;
  /** Language → canonical origin. */
  origins: Partial<Record<Lang, string>>;
  /** null if the site was imported before folders were recorded. */
  folder: string | null;
}

export interface SiteDirectory {
  find(id: number): Promise<SiteRecord | null>;
  /** Invalidates one site, or with null all of them. */
  invalidate(id: number | null): void;
}

const cacheTtlMs = 5_000;

/** Caches the rows of sites. A missing site is not cached, because it may be imported at any moment. */
export function createSiteDirectory(db: Db): SiteDirectory {
  const cache = createSiteCache({ max: 20_000, ttlMs: cacheTtlMs, load: (id) => readSite(db, id) });
  return { find: cache.get, invalidate: cache.invalidate };
}

async function readSite(db: Db, id: number): Promise<SiteRecord | null> {
  const { name, defaultLang, languages, timeZone, origins, folder } = sites;
  const [row] = await db
    .select({ id: sites.id, name, defaultLang, languages, timeZone, origins, folder })
    .from(sites)
    .where(and(eq(sites.id, id), isActiveSiteSql));
  return row ?? null;
}
