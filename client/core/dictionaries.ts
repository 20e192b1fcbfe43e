import type { Lang } from '#shared/languages.ts';
import type { Dictionary, LazyDomain, LazyTexts, PageTexts } from '#shared/texts.ts';

/** The texts of every language and domain. The build puts what all pages of a language need into one chunk. */
const files = import.meta.glob<object>(['/shared/texts/*/*.json', '!/shared/texts/*/{errors,mails,plain-pages}.json'], {
  import: 'default',
});

type FirstDomain = Exclude<keyof Dictionary, LazyDomain>;

/** Domains that every page needs. */
const firstDomains = ['catalogue', 'content', 'places', 'site'] as const satisfies readonly FirstDomain[];

/** Path of a language's texts of a domain, which is its key in the build manifest. */
export const textSource = (lang: Lang, domain: FirstDomain | LazyDomain): string => `shared/texts/${lang}/${domain}.json`;

export const firstTextSources = (lang: Lang): string[] => firstDomains.map((domain) => textSource(lang, domain));

function loadTexts<D extends FirstDomain | LazyDomain>(lang: Lang, domain: D): Promise<Required<Dictionary>[D]> {
  const load = files[`/${textSource(lang, domain)}`];
  if (!load) throw new Error(`there is no ${textSource(lang, domain)}`);
  return load() as Promise<Required<Dictionary>[D]>;
}

/** The texts of a language that every page needs; those of lazy domains are added with `addLazyTexts`. */
export async function loadDictionary(lang: Lang): Promise<Dictionary> {
  const texts = firstDomains.map(async (domain) => [domain, await loadTexts(lang, domain)] as const);
  return Object.fromEntries(await Promise.all(texts)) as unknown as Dictionary;
}

/** Adds the texts of lazy domains to `texts`. On the server they are there from the start. */
export async function addLazyTexts(texts: PageTexts, domains: readonly LazyDomain[]): Promise<void> {
  if (import.meta.env.SSR) return;
  await Promise.all(
    domains.map(async (domain) => texts.addDomain(domain, (await loadTexts(texts.lang, domain)) as LazyTexts[LazyDomain])),
  );
}
