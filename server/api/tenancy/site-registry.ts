import { and, eq } from 'drizzle-orm';
import type { Db } from '#server/api/database/connect.ts';
import { isActiveSiteSql, sites } from '#server/api/database/sites-table.ts';
import type { Lang } from '#shared/languages.ts';
import { createPerSiteCache } from './per-site-cache.ts';

export interface SiteRecord {
  id: number;
  name: string;
  defaultLang: Lang;
  languages: Lang[];
  timeZone: string;
  /** Canonical origin by language. */
  origins: Partial<Record<Lang, string>>;
  /** Name of the site's folder; null if the site was imported before folder names were recorded. */
  folder: string | null;
}

/** Returns a site's canonical origin in a language, by default in its own, for the links in mails. */
export const getOriginInLanguage = (
  { origins, defaultLang }: Pick<SiteRecord, 'origins' | 'defaultLang'>,
  lang: Lang,
) => origins[lang] ?? origins[defaultLang] ?? '';

export interface SiteRegistry {
  find(id: number): Promise<SiteRecord | null>;
  /** Discards the cached row of one site, or with null the rows of all sites. */
  invalidate(id: number | null): void;
}

const cacheTtlMs = 5_000;

/**
 * Creates a registry that caches the rows of sites. A missing site is not cached, because it may be imported at any
 * moment.
 */
export function createSiteRegistry(db: Db): SiteRegistry {
  const cache = createPerSiteCache({ max: 20_000, ttlMs: cacheTtlMs, load: (id) => readSite(db, id) });
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
