import type { Lang } from '#shared/languages.ts';
import type { Dictionary, LazyTextDomain, LazyTexts, TextsWithLazyDomains } from '#shared/texts.ts';

const everyPage = import.meta.glob<{ dictionary: Dictionary }>('/shared/texts/*/every-page.ts');
const lazy = import.meta.glob<LazyTexts[LazyTextDomain]>(
  '/shared/texts/*/{accounts,cart,checkout,consent,content,elements,forms,invitation,orders,popups,product,review-pages,reviews,search,services,withdrawals}.json',
  {
    import: 'default',
  },
);

/**
 * Returns the path of the source file with the texts that every page needs. The build manifest lists the file's chunk
 * under this path.
 */
export const getDictionaryModulePath = (lang: Lang): string => `shared/texts/${lang}/every-page.ts`;

/**
 * Returns the path of the source file of a text domain that is loaded on demand. The build manifest lists the file's
 * chunk under this path.
 */
export const getLazyTextModulePath = (lang: Lang, domain: LazyTextDomain): string =>
  `shared/texts/${lang}/${domain}.json`;

function moduleAt<Module>(modules: Record<string, () => Promise<Module>>, source: string): Promise<Module> {
  const load = modules[`/${source}`];
  if (!load) throw new Error(`there is no ${source}`);
  return load();
}

/** Loads the texts of a language that every page needs. `loadLazyTexts` adds the texts of further domains. */
export const loadDictionary = async (lang: Lang): Promise<Dictionary> =>
  (await moduleAt(everyPage, getDictionaryModulePath(lang))).dictionary;

/** Adds the texts of lazily loaded domains to `texts`. On the server, `texts` contains all domains from the start. */
export async function loadLazyTexts(texts: TextsWithLazyDomains, domains: readonly LazyTextDomain[]): Promise<void> {
  if (import.meta.env.SSR) return;
  await Promise.all(
    domains.map(async (domain) =>
      texts.addDomain(domain, await moduleAt(lazy, getLazyTextModulePath(texts.lang, domain))),
    ),
  );
}
