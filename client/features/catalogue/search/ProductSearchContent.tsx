import type { PageLoader, PageMetadata } from '#client/core/page-module.ts';
import { noAllowedFilterValues, parseProductListState } from '../parse-product-list-state.ts';
import type { ProductCardView } from '../product-card-view.ts';
import { loadProductCards } from '../product-list.ts';
import {
  formatProductListQuery,
  type ProductListState,
  parseDefaultSortOrder,
  productSearchQueryParameters,
} from '../product-list-state.ts';
import { entireCatalogueScope } from '../product-query.ts';
import { ProductSearch } from './ProductSearch.tsx';

interface ProductSearchData {
  path: string;
  state: ProductListState;
  total: number;
  cards: readonly ProductCardView[];
  hasAlcohol: boolean;
}

export const declaredQueryParameters = productSearchQueryParameters;

/** Loads the results of a search in the entire catalogue. Without a search text there are none. */
export const loader: PageLoader<ProductSearchData> = async ({ read, url, site, shell, texts }) => {
  const state = parseProductListState(
    url.searchParams,
    noAllowedFilterValues,
    parseDefaultSortOrder(shell.parameters.PRODUCT_ORDER),
  );
  const path = url.pathname;
  const { t } = texts;
  if (state.search === '') {
    const head: PageMetadata = {
      title: t('search.title'),
      description: t('search.description', { estate: site.name }),
    };
    return { status: 200, data: { path, state, total: 0, cards: [], hasAlcohol: false }, head };
  }
  const { awards } = await read('GET /award');
  const found = await loadProductCards({ read }, entireCatalogueScope, state, awards);
  const head: PageMetadata = {
    title: t('search.title-for', { search: state.search }),
    canonical: path + formatProductListQuery(state),
    hasNoIndex: true,
  };
  return { status: 200, data: { path, state, ...found }, head };
};

export const Page = ({ data }: { data: ProductSearchData }) => <ProductSearch {...data} />;
