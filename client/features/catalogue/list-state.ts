import type { ProductKind } from '#shared/catalogue/product-enums.ts';
import { pageSize } from '#shared/limits.ts';

/** Sort orders of a product list. `-` means descending, `order` is the estate's own order. */
export const productOrders = ['price', '-price', 'name', '-year', 'order'] as const;
export type ProductOrder = (typeof productOrders)[number];

/** Returns the sort order that the parameter PRODUCT_ORDER sets; the default is by price. */
export const parseDefaultOrder = (parameter: string | undefined): ProductOrder =>
  productOrders.find((order) => order === parameter) ?? 'price';

/** Price range in euros with both ends included; `null` means unbounded. */
export interface PriceRange {
  from: number | null;
  to: number | null;
}

/** Filters, sort order and page number of a product list. The state is kept in the URL only. */
export interface ListState {
  kinds: readonly ProductKind[];
  year: number | null;
  price: PriceRange | null;
  /** Bottle size in centilitres. */
  capacity: number | null;
  tags: readonly string[];
  name: string;
  /** Search text; used by the search page only. */
  search: string;
  orderBy: ProductOrder;
  /** Sort order of a URL without the parameter `order`. */
  defaultOrder: ProductOrder;
  nbItem: number;
  page: number;
}

export const initialListState: ListState = {
  kinds: [],
  year: null,
  price: null,
  capacity: null,
  tags: [],
  name: '',
  search: '',
  orderBy: 'price',
  defaultOrder: 'price',
  nbItem: pageSize.products,
  page: 1,
};

/** Query parameters of a product list in the order of its canonical URL. */
export const listQueryParameters = [
  'kind',
  'year',
  'price',
  'capacity',
  'tags',
  'name',
  'order',
  'nbItem',
  'page',
] as const;
export const searchQueryParameters = ['search', 'order', 'nbItem', 'page'] as const;

export const formatPriceRange = ({ from, to }: PriceRange): string => `${from ?? ''}-${to ?? ''}`;

/** Encodes like an HTML form, but keeps commas readable. */
const escapeValue = (text: string): string => encodeURIComponent(text).replaceAll('%2C', ',').replaceAll('%20', '+');

/**
 * Formats the state as a query string that begins with `?`. Initial values are omitted, so the initial state is an
 * empty string.
 */
export function formatListQuery(state: ListState): string {
  const values: Record<string, string> = {
    search: state.search,
    kind: state.kinds.join(','),
    year: state.year === null ? '' : String(state.year),
    price: state.price ? formatPriceRange(state.price) : '',
    capacity: state.capacity === null ? '' : String(state.capacity),
    tags: state.tags.join(','),
    name: state.name,
    order: state.orderBy === state.defaultOrder ? '' : state.orderBy,
    nbItem: state.nbItem === initialListState.nbItem ? '' : String(state.nbItem),
    page: state.page === 1 ? '' : String(state.page),
  };
  const entries = Object.entries(values).filter(([, value]) => value !== '');
  return entries.length === 0 ? '' : `?${entries.map(([name, value]) => `${name}=${escapeValue(value)}`).join('&')}`;
}

/** True if a filter, search or sort order is set. Such URLs are excluded from search engines. */
export const isFilteredList = (state: ListState): boolean => formatListQuery({ ...state, page: 1 }) !== '';

export interface ActiveFilter {
  field: 'kind' | 'year' | 'price' | 'capacity' | 'tag' | 'name';
  value: string;
  /** List state without this filter, on the first page. */
  stateWithout: ListState;
}

export function activeFilters(state: ListState): ActiveFilter[] {
  const first = { ...state, page: 1 };
  const active: ActiveFilter[] = state.kinds.map((kind) => ({
    field: 'kind',
    value: kind,
    stateWithout: { ...first, kinds: state.kinds.filter((other) => other !== kind) },
  }));
  if (state.year !== null)
    active.push({ field: 'year', value: String(state.year), stateWithout: { ...first, year: null } });
  if (state.price)
    active.push({ field: 'price', value: formatPriceRange(state.price), stateWithout: { ...first, price: null } });
  if (state.capacity !== null)
    active.push({ field: 'capacity', value: String(state.capacity), stateWithout: { ...first, capacity: null } });
  for (const tag of state.tags) {
    active.push({
      field: 'tag',
      value: tag,
      stateWithout: { ...first, tags: state.tags.filter((other) => other !== tag) },
    });
  }
  if (state.name) active.push({ field: 'name', value: state.name, stateWithout: { ...first, name: '' } });
  return active;
}
