import type { Product } from '#shared/catalogue/catalogue-contract.ts';
import { productPath } from '#shared/catalogue/product-address.ts';
import type { NewsItem } from '#shared/content/content-contract.ts';
import { type Lang, localeOf } from '#shared/languages.ts';
import type { Read, RenderedSite } from '#shared/rendering.ts';
import { fixedPages } from '#shared/site/page-kinds.ts';
import { counterparts, placeEntries } from '#shared/site/page-tree.ts';
import { isPrivatePath } from '#shared/site/private-paths.ts';
import type { PageEntry } from '#shared/site/site-contract.ts';
import { readAllNews, readAllProducts } from './read-all.ts';
import { xmlHead, xmlText } from './xml.ts';

/** One page of the site with its addresses in every language that has it. */
interface Listed {
  path: string;
  /** ISO 8601. */
  changed?: string;
  /** Language → path, the page's own included. */
  paths: ReadonlyMap<Lang, string>;
}

/** What a site has in one language. */
interface Holdings {
  lang: Lang;
  pages: readonly PageEntry[];
  products: readonly Product[];
  news: readonly NewsItem[];
}

/** A search has no content of its own. */
const unlisted: readonly string[] = ['PRODUCT_SEARCH'];

/** `sitemap.xml`: every page, product and news article at its canonical address, with its other languages. */
export async function sitemap(site: RenderedSite, read: Read): Promise<string> {
  const all = await Promise.all(site.alternates.map(({ lang }) => readHoldings(read, lang)));
  const own = all.find(({ lang }) => lang === site.lang);
  if (!own) throw new Error(`${site.name} does not list its own language ${site.lang}`);
  const others = all.filter(({ lang }) => lang !== site.lang);
  const listed = [...listPages(own, others), ...listProducts(own, others), ...listNews(own, others)];
  const urls = listed.map((page) => urlElement(page, site));
  return (
    `${xmlHead}<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">\n` +
    `${urls.join('\n')}\n</urlset>\n`
  );
}

async function readHoldings(read: Read, lang: Lang): Promise<Holdings> {
  const [{ pages }, products, news] = await Promise.all([
    read('GET /page/tree', { lang }),
    readAllProducts(read, lang),
    readAllNews(read, lang),
  ]);
  return { lang, pages, products, news };
}

function listPages(own: Holdings, others: readonly Holdings[]): Listed[] {
  const fixed = Object.entries(fixedPages).flatMap(([path, kind]) => (unlisted.includes(kind) ? [] : [path]));
  const inTree = placeEntries(own.pages).flatMap(({ entry, path }) =>
    path === null || unlisted.includes(entry.type) || isPrivatePath(path) ? [] : [path],
  );
  const theirs = others.map(({ lang, pages }) => ({ lang, pairs: counterparts(own.pages, pages) }));
  return [...new Set([...fixed, ...inTree])].map((path) => {
    const paths = new Map<Lang, string>([[own.lang, path]]);
    for (const { lang, pairs } of theirs) {
      const their = pairs.get(path) ?? (fixed.includes(path) ? path : undefined);
      if (their !== undefined) paths.set(lang, their);
    }
    return { path, paths };
  });
}

function listProducts(own: Holdings, others: readonly Holdings[]): Listed[] {
  const theirs = others.map(({ lang, products }) => ({ lang, byId: new Map(products.map((one) => [one.id, one])) }));
  return own.products.map((product) => {
    const path = productPath(product);
    const paths = new Map<Lang, string>([[own.lang, path]]);
    for (const { lang, byId } of theirs) {
      const their = byId.get(product.id);
      if (their) paths.set(lang, productPath(their));
    }
    return { path, paths };
  });
}

function listNews(own: Holdings, others: readonly Holdings[]): Listed[] {
  const root = newsPath(own.pages);
  if (root === null) return [];
  const theirs = others.map(({ lang, pages, news }) => ({
    lang,
    root: newsPath(pages),
    byId: new Map(news.map((one) => [one.id, one])),
  }));
  return own.news.map((item) => {
    const path = articlePath(root, item);
    const paths = new Map<Lang, string>([[own.lang, path]]);
    for (const { lang, root, byId } of theirs) {
      const their = byId.get(item.id);
      if (their && root !== null) paths.set(lang, articlePath(root, their));
    }
    return { path, changed: item.updatedAt, paths };
  });
}

/** Where the tree has its news; null where it has none. */
export const newsPath = (pages: readonly PageEntry[]): string | null =>
  placeEntries(pages).find(({ entry, path }) => entry.type === 'NEWS' && path !== null)?.path ?? null;

export const articlePath = (root: string, { slug, id }: NewsItem): string => `${root}/${slug}/${id}`;

function urlElement({ path, changed, paths }: Listed, site: RenderedSite): string {
  const at = (lang: Lang, path: string) => xmlText(`${originIn(site, lang)}${path === '/' ? '/' : encodeURI(path)}`);
  const modified = changed ? `<lastmod>${xmlText(changed)}</lastmod>` : '';
  const alternates =
    paths.size > 1
      ? [...paths].map(
          ([lang, path]) => `<xhtml:link rel="alternate" hreflang="${localeOf(lang)}" href="${at(lang, path)}"/>`,
        )
      : [];
  return `<url><loc>${at(site.lang, path)}</loc>${modified}${alternates.join('')}</url>`;
}

const originIn = (site: RenderedSite, lang: Lang): string =>
  site.alternates.find((alternate) => alternate.lang === lang)?.origin ?? site.origin;
