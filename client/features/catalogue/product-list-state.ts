import {
  type ChoiceFilter,
  choiceFilterNames,
  createChoiceFilterRecord,
} from '#shared/catalogue/product-filter-values-by-field.ts';
import { pageSize } from '#shared/limits.ts';

/** Sort orders of a product list. A leading `-` means descending, and `order` is the estate's own order. */
export const productSortOrders = ['price', '-price', 'name', '-year', 'order'] as const;
/** `relevance` is the order of a search, the best first. */
export type ProductSortOrder = (typeof productSortOrders)[number] | 'relevance';

/** Returns the sort order that the parameter PRODUCT_ORDER of the site sets, which defaults to the price. */
export const parseDefaultSortOrder = (parameter: string | undefined): ProductSortOrder =>
  productSortOrders.find((order) => order === parameter) ?? 'price';

/** A price range in euros with both ends included; `null` means unbounded. */
export interface PriceRange {
  from: number | null;
  to: number | null;
}

/** Filters, sort order and page number of a product list. The state is kept in the URL only. */
export interface ProductListState {
  /** The chosen values of each choice filter; without any, the filter does not apply. */
  choices: Readonly<Record<ChoiceFilter, readonly string[]>>;
  year: number | null;
  price: PriceRange | null;
  /** Bottle size in centilitres. */
  capacity: number | null;
  tags: readonly string[];
  name: string;
  /** Text of the product search, which only the search page uses. */
  search: string;
  orderBy: ProductSortOrder;
  /** The sort order that applies if the URL has no parameter `order`. */
  defaultOrder: ProductSortOrder;
  nbItem: number;
  page: number;
}

export const initialProductListState: ProductListState = {
  choices: createChoiceFilterRecord(() => []),
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

/** Query parameters of a product list in the order of its normalised URL. */
export const productListQueryParameters = [
  ...choiceFilterNames,
  'year',
  'price',
  'capacity',
  'tags',
  'name',
  'order',
  'nbItem',
  'page',
] as const;
export const productSearchQueryParameters = ['search', 'order', 'nbItem', 'page'] as const;

export const formatPriceRangeParameter = ({ from, to }: PriceRange): string => `${from ?? ''}-${to ?? ''}`;

/** Encodes a query value like an HTML form, but keeps commas readable. */
const escapeValue = (text: string): string => encodeURIComponent(text).replaceAll('%2C', ',').replaceAll('%20', '+');

/**
 * Formats the state of a product list as a query string that begins with `?`. Initial values are omitted, so that the
 * initial state is an empty string.
 */
export function formatProductListQuery(state: ProductListState): string {
  const values: Record<string, string> = {
    search: state.search,
    ...createChoiceFilterRecord((filter) => state.choices[filter].join(',')),
    year: state.year === null ? '' : String(state.year),
    price: state.price ? formatPriceRangeParameter(state.price) : '',
    capacity: state.capacity === null ? '' : String(state.capacity),
    tags: state.tags.join(','),
    name: state.name,
    order: state.orderBy === state.defaultOrder ? '' : state.orderBy,
    nbItem: state.nbItem === initialProductListState.nbItem ? '' : String(state.nbItem),
    page: state.page === 1 ? '' : String(state.page),
  };
  const entries = Object.entries(values).filter(([, value]) => value !== '');
  return entries.length === 0 ? '' : `?${entries.map(([name, value]) => `${name}=${escapeValue(value)}`).join('&')}`;
}

/** Checks whether a filter, a search, a sort order or a page size is set. Such URLs are marked `noindex`. */
export const isListNarrowed = (state: ProductListState): boolean =>
  formatProductListQuery({ ...state, page: 1 }) !== '';

export interface ActiveFilter {
  field: ChoiceFilter | 'year' | 'price' | 'capacity' | 'tag' | 'name';
  value: string;
  /** The state of the list without this filter, on its first page. */
  stateWithout: ProductListState;
}

const listActiveChoices = (state: ProductListState, field: ChoiceFilter): ActiveFilter[] =>
  state.choices[field].map((value) => ({
    field,
    value,
    stateWithout: {
      ...state,
      choices: { ...state.choices, [field]: state.choices[field].filter((other) => other !== value) },
    },
  }));

export function listActiveFilters(state: ProductListState): ActiveFilter[] {
  const first = { ...state, page: 1 };
  const active: ActiveFilter[] = choiceFilterNames.flatMap((filter) => listActiveChoices(first, filter));
  if (state.year !== null)
    active.push({ field: 'year', value: String(state.year), stateWithout: { ...first, year: null } });
  if (state.price)
    active.push({
      field: 'price',
      value: formatPriceRangeParameter(state.price),
      stateWithout: { ...first, price: null },
    });
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
