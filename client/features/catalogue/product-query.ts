import type { ProductKind } from '#shared/catalogue/catalogue-contract.ts';
import type { ListState } from './list-state.ts';

/** Which part of the catalogue a page shows: these kinds, or all but these. */
export interface ProductScope {
  only?: ProductKind;
  without?: ProductKind;
}

/** Everything of the catalogue but juices; boxes are part of it. */
export const wineScope: ProductScope = { without: 'juice' };
export const juiceScope: ProductScope = { only: 'juice' };
export const entireCatalogue: ProductScope = {};

/** The shelf itself as a query, for the facets of its filters. */
export function scopeQuery({ only, without }: ProductScope): Record<string, string> {
  if (only) return { kind: only };
  return without ? { 'df:kind': without } : {};
}

/** The query of `GET /product` for a state of a shelf. What is not chosen is left out. */
export function productQuery(shelf: ProductScope, state: ListState): Record<string, string | number> {
  const chosen: Record<string, string | number | null> = {
    kind: state.kinds.join(','),
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
  const query: Record<string, string | number> = { ...scopeQuery(shelf) };
  for (const [name, value] of Object.entries(chosen)) {
    if (value !== null && value !== '') query[name] = value;
  }
  return query;
}
