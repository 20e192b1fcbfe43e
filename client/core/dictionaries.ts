import type { Lang } from '#shared/languages.ts';
import type { Dictionary, LazyTextDomain, LazyTexts, PageTexts } from '#shared/texts.ts';

const everyPage = import.meta.glob<{ dictionary: Dictionary }>('/shared/texts/*/every-page.ts');
const lazy = import.meta.glob<LazyTexts[LazyTextDomain]>(
  '/shared/texts/*/{accounts,cart,checkout,content,orders,product,search,withdrawals}.json',
  {
    import: 'default',
  },
);

/** Source path of the texts that every page needs. The build manifest uses it as the key of the chunk. */
export const getDictionaryModulePath = (lang: Lang): string => `shared/texts/${lang}/every-page.ts`;

/** Source path of the texts of a domain that is loaded on demand, as the key of its chunk in the build manifest. */
export const getLazyTextPath = (lang: Lang, domain: LazyTextDomain): string => `shared/texts/${lang}/${domain}.json`;

function moduleAt<Module>(modules: Record<string, () => Promise<Module>>, source: string): Promise<Module> {
  const load = modules[`/${source}`];
  if (!load) throw new Error(`there is no ${source}`);
  return load();
}

/** The texts of a language that every page needs; `loadLazyTexts` adds those of lazy domains. */
export const loadDictionary = async (lang: Lang): Promise<Dictionary> =>
  (await moduleAt(everyPage, getDictionaryModulePath(lang))).dictionary;

/** Adds the texts of lazy domains to `texts`. On the server they are there from the start. */
export async function loadLazyTexts(texts: PageTexts, domains: readonly LazyTextDomain[]): Promise<void> {
  if (import.meta.env.SSR) return;
  await Promise.all(
    domains.map(async (domain) => texts.addDomain(domain, await moduleAt(lazy, getLazyTextPath(texts.lang, domain)))),
  );
}
