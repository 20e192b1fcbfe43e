import { and, eq } from 'drizzle-orm';
import { LRUCache } from 'lru-cache';
import type { Db } from '#server/api/database/connect.ts';
import { isActiveSite, sites } from '#server/api/database/sites-table.ts';
import type { Lang } from '#shared/languages.ts';

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
  // Versions are part of the key. Deleting an entry instead would reject the lookups that wait for it, and a lookup in
  // flight could repopulate it.
  const versions = new Map<number, number>();
  let epoch = 0;
  const cache = new LRUCache<string, SiteRecord>({
    max: 20_000,
    ttl: cacheTtlMs,
    fetchMethod: async (key) => (await readSite(db, Number.parseInt(key, 10))) ?? undefined,
  });
  return {
    find: async (id) => (await cache.fetch(`${id} ${epoch} ${versions.get(id) ?? 0}`)) ?? null,
    invalidate: (id) => {
      if (id === null) epoch++;
      else versions.set(id, (versions.get(id) ?? 0) + 1);
    },
  };
}

async function readSite(db: Db, id: number): Promise<SiteRecord | null> {
  const { name, defaultLang, languages, timeZone, origins, folder } = sites;
  const [row] = await db
    .select({ id: sites.id, name, defaultLang, languages, timeZone, origins, folder })
    .from(sites)
    .where(and(eq(sites.id, id), isActiveSite));
  return row ?? null;
}
