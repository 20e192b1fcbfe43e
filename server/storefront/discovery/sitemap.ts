import type { Product } from '#shared/catalogue/catalogue-contract.ts';
import { buildProductPath } from '#shared/catalogue/product-path.ts';
import { buildFolderPagePath } from '#shared/content/article-types.ts';
import { buildItemPath } from '#shared/content-type-pages.ts';
import { findListPages, type SitePageListingContent } from '#shared/content-types.ts';
import { getLocale, type Lang } from '#shared/languages.ts';
import { pageSize } from '#shared/limits.ts';
import type { ApiReader, SiteInLanguage } from '#shared/rendering.ts';
import { findReviewsHost, hasReviewsPage } from '#shared/reviews/estate-reviews.ts';
import { pageKindsByFixedPath } from '#shared/site/page-entry-kinds.ts';
import { listPageEntriesWithPaths, mapTranslatedPaths } from '#shared/site/page-tree.ts';
import { isPersonalPath } from '#shared/site/personal-paths.ts';
import type { PageEntry } from '#shared/site/site-contract.ts';
import { escapeXml, flattenPageTreeWithPaths, xmlDeclaration } from './feed.ts';

interface SitemapPage {
  path: string;
  /** Date of the last change in ISO 8601. */
  lastModified?: string;
  /** URL path of the page by language, including the page's own language. */
  paths: ReadonlyMap<Lang, string>;
}

/** A page outside the page tree, such as that of a product or of a content type's item. */
interface SitemapItem {
  /** Identifies the item in all languages. */
  key: string;
  path: string;
  updatedAt?: string;
}

/**
 * Reads the folders and items of the lists in a page tree whose content type is in the sitemap. An item of several
 * lists has the path of the first one, which is the canonical URL of its page.
 */
export async function readSitemapContentItems(
  read: ApiReader,
  pages: readonly PageEntry[],
  lang: Lang,
): Promise<SitemapItem[]> {
  const listPages = findListPages(flattenPageTreeWithPaths(pages)).filter(({ type }) => type.isInSitemap);
  const found = (await Promise.all(listPages.map((list) => readItemsOfList(read, list, lang)))).flat();
  const known = new Set<string>();
  return found.filter(({ key }) => !known.has(key) && known.add(key));
}

/** Maximum number of pages that are read of one list (20,000 items). */
const maxPages = 200;

async function readAllListItems<T>(
  readPage: (page: number) => Promise<{ items: readonly T[]; total: number }>,
): Promise<T[]> {
  const all: T[] = [];
  for (let page = 1; page <= maxPages; page++) {
    const { items, total } = await readPage(page);
    for (const each of items) all.push(each);
    if (items.length === 0 || all.length >= total) break;
  }
  return all;
}

const readAllProducts = (read: ApiReader, lang: Lang): Promise<Product[]> =>
  readAllListItems(async (page) => {
    const { products, total } = await read('GET /product', { query: { page, nbItem: pageSize.max }, lang });
    return { items: products, total };
  });

async function readItemsOfList(
  read: ApiReader,
  { type, path, route }: SitePageListingContent,
  lang: Lang,
): Promise<SitemapItem[]> {
  const [folders, items] = await Promise.all([
    type.readFolders?.(read, lang) ?? [],
    readAllListItems((page) => type.readList(read, { page, nbItem: pageSize.max }, { lang, route })),
  ]);
  return [
    ...folders.map((folder) => ({
      key: `${type.folderKind} ${folder.id}`,
      path: buildFolderPagePath(path, folder),
    })),
    ...items.map((item) => ({
      key: `${type.detailKind} ${item.id}`,
      path: buildItemPath(path, item),
      updatedAt: item.updatedAt,
    })),
  ];
}

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
 * Lists the URL paths of the reviews page, if it has reviews, and of the withdrawal page, for the sitemap. They are the
 * same in every language.
 */
export async function listOptionalPaths(read: ApiReader): Promise<string[]> {
  const [reviews, { parameters }] = await Promise.all([
    read('GET /estate/review', { query: { nbItem: 1 } }),
    read('GET /parameter', { query: { type: 'REVIEWS_SERVICE_URL' } }),
  ]);
  const hasReviews = hasReviewsPage(reviews, findReviewsHost(parameters));
  return [...(hasReviews ? ['/reviews'] : []), '/withdrawal'];
}

/**
 * Renders the sitemap: pages, products and content items, each with its canonical URL and those in other languages.
 */
export async function renderSitemap(site: SiteInLanguage, read: ApiReader): Promise<string> {
  const [pathsOutsidePageTree, all] = await Promise.all([
    listOptionalPaths(read),
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
