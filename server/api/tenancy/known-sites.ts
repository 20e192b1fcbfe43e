import { eq } from 'drizzle-orm';
import { LRUCache } from 'lru-cache';
import type { Db } from '#server/api/database/connect.ts';
import { sites } from '#server/api/database/sites-table.ts';
import type { Lang } from '#shared/languages.ts';

/** What every request needs to know of its estate. */
export interface KnownSite {
  id: number;
  name: string;
  defaultLang: Lang;
  languages: Lang[];
  timeZone: string;
  /** Language → canonical origin. */
  origins: Partial<Record<Lang, string>>;
}

export interface KnownSites {
  find(id: number): Promise<KnownSite | null>;
  /** The next request looks again; null: at every site. */
  forget(id: number | null): void;
}

/** How long a site's own row may be believed without looking again, in milliseconds. */
const believedFor = 5_000;

/** Sites by id, held for a short while. That there is no such site is never held: it may be imported at any moment. */
export function knownSites(db: Db): KnownSites {
  const held = new LRUCache<number, KnownSite>({
    max: 20_000,
    ttl: believedFor,
    // A change of the site deletes its entry while a lookup may be in flight: the lookup still answers its callers.
    ignoreFetchAbort: true,
    fetchMethod: async (id) => (await readSite(db, id)) ?? undefined,
  });
  return {
    find: async (id) => (await held.fetch(id)) ?? null,
    forget: (id) => void (id === null ? held.clear() : held.delete(id)),
  };
}

async function readSite(db: Db, id: number): Promise<KnownSite | null> {
  const { name, defaultLang, languages, timeZone, origins } = sites;
  const [row] = await db
    .select({ id: sites.id, name, defaultLang, languages, timeZone, origins })
    .from(sites)
    .where(eq(sites.id, id));
  return row ?? null;
}
