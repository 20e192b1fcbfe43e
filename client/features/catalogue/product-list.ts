import type { Head, LoaderArgs, PageLoader } from '#client/core/page-module.ts';
import type { Crumb } from '#client/ui/Breadcrumb.tsx';
import type { Award, ProductFacets } from '#shared/catalogue/catalogue-contract.ts';
import { ReadFailure } from '#shared/rendering.ts';
import { cardView, type ProductCardView } from './card-view.ts';
import { pageCount } from './list-pages.ts';
import { defaultOrder, initialState, isFiltered, type ListState, listSearch, readListState } from './list-state.ts';
import { crumbsJsonLd, listCrumbs } from './product/product-crumbs.ts';
import { type ProductScope, productQuery, scopeQuery } from './product-query.ts';

/** What a list page shows. */
export interface ProductListData {
  /** Its path, to which the list's state is added as a query. */
  path: string;
  crumbs: Crumb[];
  heading: string;
  state: ListState;
  facets: ProductFacets;
  total: number;
  cards: ProductCardView[];
  /** Whether anything on it may not be sold to minors. */
  alcohol: boolean;
}

/** One page of the products in a state, as cards. A page beyond the last one does not exist. */
export async function loadCards(
  { read }: Pick<LoaderArgs, 'read'>,
  shelf: ProductScope,
  state: ListState,
  awards: readonly Award[],
): Promise<{ cards: ProductCardView[]; total: number; alcohol: boolean }> {
  const { products, total } = await read('GET /product', { query: productQuery(shelf, state) });
  if (state.page > pageCount(total, state.nbItem)) throw new ReadFailure(404, '');
  const cards = products.map((product) => cardView(product, awards));
  return { cards, total, alcohol: products.some(({ isAlcohol }) => isAlcohol) };
}

/** Title and addresses of a list: narrowed lists stay out of search engines, pages of the whole list name each other. */
export function listHead(page: Head, path: string, state: ListState, total: number): Head {
  const to = (number: number) => path + listSearch({ ...initialState, page: number });
  if (isFiltered(state)) return { ...page, canonical: to(1), noIndex: true };
  const last = pageCount(total, state.nbItem);
  return {
    ...page,
    canonical: to(state.page),
    previous: state.page > 1 ? to(state.page - 1) : undefined,
    next: state.page < last ? to(state.page + 1) : undefined,
  };
}

/** The loader of a list page over one shelf of the catalogue. */
export const productListLoader =
  (shelf: ProductScope): PageLoader<ProductListData> =>
  async ({ read, url, entry, texts, shell }) => {
    const [{ facets }, { awards }] = await Promise.all([
      read('GET /product/facets', { query: scopeQuery(shelf) }),
      read('GET /award'),
    ]);
    const known = { kinds: facets.kinds.map(({ kind }) => kind), tags: facets.tags.map(({ slug }) => slug) };
    const state = readListState(url.searchParams, known, defaultOrder(shell.parameters.PRODUCT_ORDER));
    const { cards, total, alcohol } = await loadCards({ read }, shelf, state, awards);
    const path = url.pathname;
    const crumbs = listCrumbs(shell, path);
    const title = entry?.title ?? '';
    const head: Head = {
      title: state.page > 1 ? texts.t('catalogue.list.title-page', { title, page: String(state.page) }) : title,
      description: entry?.description,
      jsonLd: import.meta.env.SSR ? [crumbsJsonLd(shell.site.origin, texts.t('site.home'), crumbs, path)] : [],
    };
    return {
      status: 200,
      data: { path, crumbs, heading: entry?.menuTitle ?? title, state, facets, total, cards, alcohol },
      head: listHead(head, path, state, total),
    };
  };
