import { createBreadcrumb, createBreadcrumbJsonLd } from '#client/core/breadcrumb.ts';
import { countPages } from '#client/core/count-pages.ts';
import { createListPageMetadata } from '#client/core/page/list-page.ts';
import type { LoaderArgs, LoaderResult, PageMetadata } from '#client/core/page-module.ts';
import type { BreadcrumbItem } from '#client/ui/Breadcrumb.tsx';
import type { Award, ProductFacets, ProductKind } from '#shared/catalogue/catalogue-contract.ts';
import { createChoiceFilterRecord } from '#shared/catalogue/product-filter-values-by-field.ts';
import { ApiReadError } from '#shared/rendering.ts';
import type { Texts } from '#shared/texts.ts';
import { parseProductListState } from './parse-product-list-state.ts';
import { createCardPreload, type ProductCardView, toProductCardViews } from './product-card-view.ts';
import { isListNarrowed, type ProductListState, parseDefaultSortOrder } from './product-list-state.ts';

export interface ProductListData {
  /** URL path of the product list, without a query. */
  path: string;
  crumbs: BreadcrumbItem[];
  heading: string;
  state: ProductListState;
  facets: ProductFacets;
  total: number;
  cards: readonly ProductCardView[];
  /** True if this page of the list contains a product that must not be sold to minors. */
  hasAlcohol: boolean;
}

/**
 * Loads the product cards of one page of a list.
 * @throws ApiReadError with status 404 for a page after the last one
 */
export async function loadProductCards(
  { read }: Pick<LoaderArgs, 'read'>,
  scope: CatalogueScope,
  state: ProductListState,
  awards: readonly Award[],
): Promise<{ cards: readonly ProductCardView[]; total: number; hasAlcohol: boolean }> {
  const { products, total } = await read('GET /product', { query: buildProductListQueryParameters(scope, state) });
  if (state.page > countPages(total, state.nbItem)) throw new ApiReadError(404, '');
  const cards = toProductCardViews(products, awards);
  return { cards, total, hasAlcohol: products.some(({ isAlcohol }) => isAlcohol) };
}

/** Creates the metadata of one page of a product list for the document's head. Filtered lists are marked `noindex`. */
function createProductListMetadata(
  title: string,
  path: string,
  state: ProductListState,
  total: number,
  texts: Texts,
): PageMetadata {
  if (isListNarrowed(state)) return { title, canonical: path, hasNoIndex: true };
  const pages = countPages(total, state.nbItem);
  return createListPageMetadata(title, { path, page: state.page, pages }, texts);
}

export async function loadProductList(
  scope: CatalogueScope,
  { read, url, entry, texts, shell }: LoaderArgs,
): Promise<LoaderResult<ProductListData>> {
  const [{ facets }, { awards }] = await Promise.all([
    read('GET /product/facets', { query: buildProductFacetsQueryParameters(scope) }),
    read('GET /award'),
  ]);
  const allowed = {
    choices: createChoiceFilterRecord((filter) => facets.choices[filter].map(({ value }) => value)),
    tags: facets.tags.map(({ slug }) => slug),
  };
  const state = parseProductListState(url.searchParams, allowed, parseDefaultSortOrder(shell.parameters.PRODUCT_ORDER));
  const { cards, total, hasAlcohol } = await loadProductCards({ read }, scope, state, awards);
  const path = url.pathname;
  const crumbs = createBreadcrumb({ shell }, path);
  const title = entry?.title ?? '';
  return {
    status: 200,
    data: { path, crumbs, heading: entry?.menuTitle ?? title, state, facets, total, cards, hasAlcohol },
    head: {
      ...createProductListMetadata(title, path, state, total, texts),
      description: entry?.description,
      preload: import.meta.env.SSR ? createCardPreload(cards[0]) : undefined,
      jsonLd: import.meta.env.SSR ? [createBreadcrumbJsonLd({ site: shell.site, texts }, crumbs, path)] : [],
    },
  };
}

/** The part of the catalogue that a page shows: products of one kind, of all kinds except one, or (if empty) of all. */
interface CatalogueScope {
  only?: ProductKind;
  without?: ProductKind;
}

/** All products except juices, including boxes and vouchers. */
export const nonJuiceProductScope: CatalogueScope = { without: 'juice' };
export const juiceProductScope: CatalogueScope = { only: 'juice' };
export const entireCatalogueScope: CatalogueScope = {};

/** Creates the query parameters of `GET /product/facets` for a part of the catalogue. */
function buildProductFacetsQueryParameters({ only, without }: CatalogueScope): Record<string, string> {
  if (only) return { kind: only };
  return without ? { 'df:kind': without } : {};
}

/** Creates the query parameters of `GET /product` for a product list. Empty values are omitted. */
export function buildProductListQueryParameters(
  scope: CatalogueScope,
  state: ProductListState,
): Record<string, string | number> {
  const chosen: Record<string, string | number | null> = {
    ...createChoiceFilterRecord((filter) => state.choices[filter].join(',')),
    year: state.year,
    capacity: state.capacity,
    'gte:price': state.price?.from ?? null,
    'lte:price': state.price?.to ?? null,
    tags: state.tags.join(','),
    'lk:name': state.name,
    search: state.search,
    orderBy: state.orderBy === 'relevance' ? null : state.orderBy,
    nbItem: state.nbItem,
    page: state.page,
  };
  const query: Record<string, string | number> = { ...buildProductFacetsQueryParameters(scope) };
  for (const [name, value] of Object.entries(chosen)) {
    if (value !== null && value !== '') query[name] = value;
  }
  return query;
}
