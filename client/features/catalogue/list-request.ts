import type { ProductKind } from '#shared/catalogue/catalogue-contract.ts';
import type { ListState } from './list-state.ts';

/** Which part of the catalogue a page shows: these kinds, or all but these. */
export interface Shelf {
  only?: ProductKind;
  without?: ProductKind;
}

/** Everything of the catalogue but juices; boxes are part of it. */
export const wineShelf: Shelf = { without: 'juice' };
export const juiceShelf: Shelf = { only: 'juice' };
export const wholeCatalogue: Shelf = {};

/** The shelf itself as a query, for the facets of its filters. */
export function shelfQuery({ only, without }: Shelf): Record<string, string> {
  if (only) return { kind: only };
  return without ? { 'df:kind': without } : {};
}

/** The query of `GET /product` for a state of a shelf. What is not chosen is left out. */
export function productQuery(shelf: Shelf, state: ListState): Record<string, string | number> {
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
  const query: Record<string, string | number> = { ...shelfQuery(shelf) };
  for (const [name, value] of Object.entries(chosen)) {
    if (value !== null && value !== '') query[name] = value;
  }
  return query;
}
