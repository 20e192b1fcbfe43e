import type { Product } from '#shared/catalogue/catalogue-contract.ts';
import { buildProductPath } from '#shared/catalogue/product-path.ts';
import {
  allContentTypes,
  buildContentFolderPath,
  buildContentPath,
  type ContentFolder,
  type ContentSummary,
  type ContentType,
} from '#shared/content/content-types.ts';
import { getLocale, type Lang } from '#shared/languages.ts';
import type { ApiReader, RenderedSite } from '#shared/rendering.ts';
import { pageKindsByFixedPath } from '#shared/site/page-kinds.ts';
import { findEntryPathByKind, listPageEntriesWithPaths, mapTranslatedPaths } from '#shared/site/page-tree.ts';
import { isPrivatePath } from '#shared/site/private-paths.ts';
import type { PageEntry } from '#shared/site/site-contract.ts';
import { escapeXml, xmlDeclaration } from './escape-xml.ts';
import { readAllContentItems, readAllProducts } from './read-all.ts';
import { type ListItem, readListItems } from './read-list-items.ts';

interface SitemapPage {
  path: string;
  /** Date of the last change in ISO 8601. */
  lastModified?: string;
  /** URL path of the page by language, including the page's own language. */
  paths: ReadonlyMap<Lang, string>;
}

/** The pages, products and content items of a site in one language, as entries of the sitemap. */
interface LanguageContent {
  lang: Lang;
  pages: readonly PageEntry[];
  products: readonly Product[];
  content: ReadonlyMap<ContentType, readonly ContentSummary[]>;
  folders: ReadonlyMap<ContentType, readonly ContentFolder[]>;
  /** Elements and services. */
  listItems: readonly ListItem[];
}

/**
 * Kinds of pages that search engines should not list, because they have no content of their own, such as the search
 * page.
 */
const excludedKinds: readonly string[] = ['PRODUCT_SEARCH'];

const listedTypes = allContentTypes.filter(({ isInSitemap }) => isInSitemap);

/**
 * Renders the sitemap: every page, product and content item with its canonical URL and the URLs of its other languages.
 */
export async function renderSitemap(site: RenderedSite, read: ApiReader): Promise<string> {
  const all = await Promise.all(site.alternates.map(({ lang }) => readLanguageContent(read, lang)));
  const own = all.find(({ lang }) => lang === site.lang);
  if (!own) throw new Error(`${site.name} does not list its own language ${site.lang}`);
  const others = all.filter(({ lang }) => lang !== site.lang);
  const items = listedTypes.flatMap((type) => [...listFolders(type, own, others), ...listContent(type, own, others)]);
  const listed = [...listPages(own, others), ...listProducts(own, others), ...items, ...listListItems(own, others)];
  const urls = listed.map((page) => urlElement(page, site));
  return (
    `${xmlDeclaration}<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">\n` +
    `${urls.join('\n')}\n</urlset>\n`
  );
}

async function readLanguageContent(read: ApiReader, lang: Lang): Promise<LanguageContent> {
  const [{ pages }, products] = await Promise.all([read('GET /page/tree', { lang }), readAllProducts(read, lang)]);
  const types = listedTypes.filter(({ listKind }) => findEntryPathByKind(pages, listKind) !== null);
  const [content, folders] = await Promise.all([
    Promise.all(types.map(async (type) => [type, await readAllContentItems(read, type, lang)] as const)),
    Promise.all(types.map(async (type) => [type, (await type.readFolders?.(read, lang)) ?? []] as const)),
  ]);
  const listItems = await readListItems(read, pages, lang);
  return { lang, pages, products, content: new Map(content), folders: new Map(folders), listItems };
}

function listPages(own: LanguageContent, others: readonly LanguageContent[]): SitemapPage[] {
  const fixed = Object.entries(pageKindsByFixedPath).flatMap(([path, kind]) =>
    excludedKinds.includes(kind) ? [] : [path],
  );
  const inTree = listPageEntriesWithPaths(own.pages).flatMap(({ entry, path }) =>
    path === null || excludedKinds.includes(entry.type) || isPrivatePath(path) ? [] : [path],
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

function listProducts(own: LanguageContent, others: readonly LanguageContent[]): SitemapPage[] {
  const theirs = others.map(({ lang, products }) => ({ lang, byId: new Map(products.map((one) => [one.id, one])) }));
  return own.products.map((product) => {
    const path = buildProductPath(product);
    const paths = new Map<Lang, string>([[own.lang, path]]);
    for (const { lang, byId } of theirs) {
      const their = byId.get(product.id);
      if (their) paths.set(lang, buildProductPath(their));
    }
    return { path, paths };
  });
}

const listContent = (type: ContentType, own: LanguageContent, others: readonly LanguageContent[]): SitemapPage[] =>
  listBelow(type, own, others, ({ content }) => content.get(type) ?? [], buildContentPath);

const listFolders = (type: ContentType, own: LanguageContent, others: readonly LanguageContent[]): SitemapPage[] =>
  listBelow(type, own, others, ({ folders }) => folders.get(type) ?? [], buildContentFolderPath);

/** Lists the pages below the list of a content type. */
function listBelow<Item extends { id: number; updatedAt?: string }>(
  type: ContentType,
  own: LanguageContent,
  others: readonly LanguageContent[],
  itemsIn: (content: LanguageContent) => readonly Item[],
  pathOf: (list: string, item: Item) => string,
): SitemapPage[] {
  const list = findEntryPathByKind(own.pages, type.listKind);
  if (list === null) return [];
  const theirs = others.map((other) => ({
    lang: other.lang,
    list: findEntryPathByKind(other.pages, type.listKind),
    byId: new Map(itemsIn(other).map((item) => [item.id, item])),
  }));
  return itemsIn(own).map((item) => {
    const path = pathOf(list, item);
    const paths = new Map<Lang, string>([[own.lang, path]]);
    for (const { lang, list: theirList, byId } of theirs) {
      const their = byId.get(item.id);
      if (their && theirList !== null) paths.set(lang, pathOf(theirList, their));
    }
    return { path, lastModified: item.updatedAt, paths };
  });
}

function listListItems(own: LanguageContent, others: readonly LanguageContent[]): SitemapPage[] {
  const theirs = others.map(({ lang, listItems }) => ({
    lang,
    byKey: new Map(listItems.map((one) => [one.key, one])),
  }));
  return own.listItems.map(({ key, path, updatedAt }) => {
    const paths = new Map<Lang, string>([[own.lang, path]]);
    for (const { lang, byKey } of theirs) {
      const their = byKey.get(key);
      if (their) paths.set(lang, their.path);
    }
    return { path, lastModified: updatedAt, paths };
  });
}

function urlElement({ path, lastModified, paths }: SitemapPage, site: RenderedSite): string {
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

const originIn = (site: RenderedSite, lang: Lang): string =>
  site.alternates.find((alternate) => alternate.lang === lang)?.origin ?? site.origin;
