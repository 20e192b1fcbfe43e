import type { Lang } from '#shared/languages.ts';
import type { Dictionary, LazyDomain, LazyTexts, PageTexts } from '#shared/texts.ts';

/** Each language is a chunk of its own: a page ships its own only. `source` is the build's name of the chunk. */
export const dictionaries: Record<Lang, { source: string; load: () => Promise<{ dictionary: Dictionary }> }> = {
  fr_FR: { source: 'client/core/dictionary.fr_FR.ts', load: () => import('./dictionary.fr_FR.ts') },
  en: { source: 'client/core/dictionary.en.ts', load: () => import('./dictionary.en.ts') },
};

type LaterSources = {
  [D in LazyDomain]: Record<Lang, { source: string; load: () => Promise<{ default: LazyTexts[D] }> }>;
};

/** Texts that come with the pages that need them; `source` as above. */
export const laterDictionaries: LaterSources = {
  accounts: {
    fr_FR: { source: 'shared/texts/fr_FR/accounts.json', load: () => import('#shared/texts/fr_FR/accounts.json') },
    en: { source: 'shared/texts/en/accounts.json', load: () => import('#shared/texts/en/accounts.json') },
  },
  ordering: {
    fr_FR: { source: 'shared/texts/fr_FR/ordering.json', load: () => import('#shared/texts/fr_FR/ordering.json') },
    en: { source: 'shared/texts/en/ordering.json', load: () => import('#shared/texts/en/ordering.json') },
  },
};

/** Sees to it that `texts` has the texts of these domains. On the server it has them all. */
export async function learnTexts(texts: PageTexts, domains: readonly LazyDomain[]): Promise<void> {
  if (import.meta.env.SSR) return;
  await Promise.all(
    domains.map(async (domain) =>
      texts.addDomain(domain, (await laterDictionaries[domain][texts.lang].load()).default),
    ),
  );
}
