import type { ProductKind } from '#shared/catalogue/catalogue-contract.ts';
import { createChoiceFilterRecord } from '#shared/catalogue/product-filter-values-by-field.ts';
import type { ProductListState } from './product-list-state.ts';

/** The part of the catalogue that a page shows: products of one kind, of all kinds except one, or (if empty) of all. */
export interface CatalogueScope {
  only?: ProductKind;
  without?: ProductKind;
}

/** All products except juices, including boxes and vouchers. */
export const nonJuiceProductScope: CatalogueScope = { without: 'juice' };
export const juiceProductScope: CatalogueScope = { only: 'juice' };
export const entireCatalogueScope: CatalogueScope = {};

/** Creates the query parameters of `GET /product/facets` for a part of the catalogue. */
export function buildProductFacetsQueryParameters({ only, without }: CatalogueScope): Record<string, string> {
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
    orderBy: state.orderBy,
    nbItem: state.nbItem,
    page: state.page,
  };
  const query: Record<string, string | number> = { ...buildProductFacetsQueryParameters(scope) };
  for (const [name, value] of Object.entries(chosen)) {
    if (value !== null && value !== '') query[name] = value;
  }
  return query;
}
