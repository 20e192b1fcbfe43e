import { buildProductPath } from '#shared/catalogue/product-path.ts';
import { getLocale, type Lang } from '#shared/languages.ts';
import type { ApiReader, SiteInLanguage } from '#shared/rendering.ts';
import { pageKindsByFixedPath } from '#shared/site/page-entry-kinds.ts';
import { listPageEntriesWithPaths, mapTranslatedPaths } from '#shared/site/page-tree.ts';
import { isPersonalPath } from '#shared/site/personal-paths.ts';
import type { PageEntry } from '#shared/site/site-contract.ts';
import { escapeXml, xmlDeclaration } from './escape-xml.ts';
import { listReviewsAndWithdrawalPaths } from './list-reviews-and-withdrawal-paths.ts';
import { readAllProducts } from './read-all.ts';
import { readSitemapContentItems, type SitemapItem } from './read-items.ts';

interface SitemapPage {
  path: string;
  /** Date of the last change in ISO 8601. */
  lastModified?: string;
  /** URL path of the page by language, including the page's own language. */
  paths: ReadonlyMap<Lang, string>;
}

/** The pages of a site in one language, as entries of the sitemap. */
interface LanguageContent {
  lang: Lang;
  pages: readonly PageEntry[];
  /** Products, then the folders and items of the content types. */
  items: readonly SitemapItem[];
}

/**
 * Kinds of pages, such as the search page, that search engines should not list, because all their content is on other
 * pages.
 */
const excludedKinds: readonly string[] = ['PRODUCT_SEARCH'];

/** Maximum number of URLs that the protocol allows in one sitemap (https://www.sitemaps.org/protocol.html). */
const maxUrls = 50_000;

/**
 * Renders the sitemap: pages, products and content items, each with its canonical URL and those in other languages.
 */
export async function renderSitemap(site: SiteInLanguage, read: ApiReader): Promise<string> {
  const [pathsOutsidePageTree, all] = await Promise.all([
    listReviewsAndWithdrawalPaths(read),
    Promise.all(site.alternates.map(({ lang }) => readLanguageContent(read, lang))),
  ]);
  const own = all.find(({ lang }) => lang === site.lang);
  if (!own) throw new Error(`${site.name} does not list its own language ${site.lang}`);
  const others = all.filter(({ lang }) => lang !== site.lang);
  const listed = [...listPages(own, others, pathsOutsidePageTree), ...listItems(own, others)];
  const urls = listed.slice(0, maxUrls).map((page) => urlElement(page, site));
  return (
    `${xmlDeclaration}<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">\n` +
    `${urls.join('\n')}\n</urlset>\n`
  );
}

async function readLanguageContent(read: ApiReader, lang: Lang): Promise<LanguageContent> {
  const [{ pages }, products] = await Promise.all([read('GET /page/tree', { lang }), readAllProducts(read, lang)]);
  const ofProducts = products.map((product) => ({ key: `PRODUCT ${product.id}`, path: buildProductPath(product) }));
  return { lang, pages, items: [...ofProducts, ...(await readSitemapContentItems(read, pages, lang))] };
}

/**
 * Lists three sets of pages: those of a kind with a fixed path, reviews and withdrawal, and those of the page tree.
 * Excluded kinds and personal paths are left out.
 */
function listPages(
  own: LanguageContent,
  others: readonly LanguageContent[],
  pathsOutsidePageTree: readonly string[],
): SitemapPage[] {
  const ofKind = Object.entries(pageKindsByFixedPath).flatMap(([path, kind]) =>
    excludedKinds.includes(kind) ? [] : [path],
  );
  const fixed = [...ofKind, ...pathsOutsidePageTree];
  const inTree = listPageEntriesWithPaths(own.pages).flatMap(({ entry, path }) =>
    path === null || excludedKinds.includes(entry.type) || isPersonalPath(path) ? [] : [path],
  );
  const theirs = others.map(({ lang, pages }) => ({ lang, pairs: mapTranslatedPaths(own.pages, pages) }));
  return [...new Set([...fixed, ...inTree])].map((path) => {
    const paths = new Map<Lang, string>([[own.lang, path]]);
    for (const { lang, pairs } of theirs) {
      const their = pairs.get(path) ?? (fixed.includes(path) ? path : undefined);
      if (their !== undefined) paths.set(lang, their);
    }
    return { path, paths };
  });
}

function listItems(own: LanguageContent, others: readonly LanguageContent[]): SitemapPage[] {
  const theirs = others.map(({ lang, items }) => ({
    lang,
    byKey: new Map(items.map((one) => [one.key, one])),
  }));
  return own.items.map(({ key, path, updatedAt }) => {
    const paths = new Map<Lang, string>([[own.lang, path]]);
    for (const { lang, byKey } of theirs) {
      const their = byKey.get(key);
      if (their) paths.set(lang, their.path);
    }
    return { path, lastModified: updatedAt, paths };
  });
}

function urlElement({ path, lastModified, paths }: SitemapPage, site: SiteInLanguage): string {
  const urlIn = (lang: Lang, path: string) =>
    escapeXml(`${originIn(site, lang)}${path === '/' ? '/' : encodeURI(path)}`);
  const modified = lastModified ? `<lastmod>${escapeXml(lastModified)}</lastmod>` : '';
  const alternates =
    paths.size > 1
      ? [...paths].map(
          ([lang, path]) => `<xhtml:link rel="alternate" hreflang="${getLocale(lang)}" href="${urlIn(lang, path)}"/>`,
        )
      : [];
  return `<url><loc>${urlIn(site.lang, path)}</loc>${modified}${alternates.join('')}</url>`;
}

const originIn = (site: SiteInLanguage, lang: Lang): string =>
  site.alternates.find((alternate) => alternate.lang === lang)?.origin ?? site.origin;
