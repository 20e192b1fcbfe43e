import type { ProductKind } from '#shared/catalogue/product-enums.ts';
import { pageSize } from '#shared/limits.ts';

/** In what order a list may be shown; `-` is descending, `order` is the estate's own. */
export const productOrders = ['price', '-price', 'name', '-year', 'order'] as const;
export type ProductOrder = (typeof productOrders)[number];

/** The order in which a list is shown when nobody asks for another: PRODUCT_ORDER, by default the price. */
export const defaultOrder = (parameter: string | undefined): ProductOrder =>
  productOrders.find((order) => order === parameter) ?? 'price';

/** Euros, both ends included; `null` is open. */
export interface PriceRange {
  from: number | null;
  to: number | null;
}

/** What the reader of a product list has chosen. It lives in the page's address and nowhere else. */
export interface ListState {
  kinds: readonly ProductKind[];
  year: number | null;
  price: PriceRange | null;
  /** Centilitres. */
  capacity: number | null;
  tags: readonly string[];
  name: string;
  /** Only on the search page. */
  search: string;
  orderBy: ProductOrder;
  /** What an address without an order means. */
  usualOrder: ProductOrder;
  nbItem: number;
  page: number;
}

export const initialState: ListState = {
  kinds: [],
  year: null,
  price: null,
  capacity: null,
  tags: [],
  name: '',
  search: '',
  orderBy: 'price',
  usualOrder: 'price',
  nbItem: pageSize.products,
  page: 1,
};

/** The query parameters of a list's address, in the order in which they are written. */
export const listParameters = ['kind', 'year', 'price', 'capacity', 'tags', 'name', 'order', 'nbItem', 'page'] as const;
/** Those of the product search. */
export const searchParameters = ['search', 'order', 'nbItem', 'page'] as const;

/** Values that a list knows; what it does not know is dropped from the state. */
export interface AllowedValues {
  kinds: readonly ProductKind[];
  tags: readonly string[];
}

const maxTextLength = 80;
const maxPage = 1_000_000;

/** Several values come separated by commas, or repeated as a form without script sends them. */
const valuesOf = (query: URLSearchParams, name: string): string[] => [
  ...new Set(
    query
      .getAll(name)
      .flatMap((value) => value.split(','))
      .filter(Boolean),
  ),
];

const textOf = (query: URLSearchParams, name: string): string =>
  (query.get(name) ?? '').trim().replace(/\s+/g, ' ').slice(0, maxTextLength);

function integerOf(query: URLSearchParams, name: string, least: number, most: number): number | null {
  const text = query.get(name) ?? '';
  if (!/^\d{1,7}$/.test(text)) return null;
  const value = Number(text);
  return value >= least && value <= most ? value : null;
}

function parseCapacity(query: URLSearchParams): number | null {
  const text = query.get('capacity') ?? '';
  return /^\d{1,5}(\.\d)?$/.test(text) && Number(text) > 0 ? Number(text) : null;
}

/** `10-20`, `10-` or `-20`; anything else, and a range that holds nothing, is no range. */
function parsePriceRange(query: URLSearchParams): PriceRange | null {
  const ends = /^(\d{1,6})?-(\d{1,6})?$/.exec(query.get('price') ?? '');
  if (!ends) return null;
  const [from, to] = [ends[1], ends[2]].map((end) => (end === undefined ? null : Number(end)));
  if (from == null && to == null) return null;
  if (from != null && to != null && from > to) return null;
  return { from: from ?? null, to: to ?? null };
}

/** Reads the state from an address. An unknown or malformed value is as if absent. */
export function readListState(query: URLSearchParams, known: AllowedValues, usual: ProductOrder = 'price'): ListState {
  const order = query.get('order');
  const asked = valuesOf(query, 'kind');
  const tags = valuesOf(query, 'tags').filter((tag) => known.tags.includes(tag));
  return {
    kinds: known.kinds.filter((kind) => asked.includes(kind)),
    year: integerOf(query, 'year', 1800, 2200),
    price: parsePriceRange(query),
    capacity: parseCapacity(query),
    tags: tags.sort(),
    name: textOf(query, 'name'),
    search: textOf(query, 'search'),
    orderBy: productOrders.find((one) => one === order) ?? usual,
    usualOrder: usual,
    nbItem: integerOf(query, 'nbItem', 1, pageSize.max) ?? initialState.nbItem,
    page: integerOf(query, 'page', 1, maxPage) ?? 1,
  };
}

export const formatPriceRange = ({ from, to }: PriceRange): string => `${from ?? ''}-${to ?? ''}`;

/** Commas stay readable; a space is a plus, as a form writes it. */
const escapeValue = (text: string): string => encodeURIComponent(text).replaceAll('%2C', ',').replaceAll('%20', '+');

/** Writes the state as a query, `''` or beginning with `?`. What is as at first is left out. */
export function listSearch(state: ListState): string {
  const values: Record<string, string> = {
    search: state.search,
    kind: state.kinds.join(','),
    year: state.year === null ? '' : String(state.year),
    price: state.price ? formatPriceRange(state.price) : '',
    capacity: state.capacity === null ? '' : String(state.capacity),
    tags: state.tags.join(','),
    name: state.name,
    order: state.orderBy === state.usualOrder ? '' : state.orderBy,
    nbItem: state.nbItem === initialState.nbItem ? '' : String(state.nbItem),
    page: state.page === 1 ? '' : String(state.page),
  };
  const written = Object.entries(values).filter(([, value]) => value !== '');
  return written.length === 0 ? '' : `?${written.map(([name, value]) => `${name}=${escapeValue(value)}`).join('&')}`;
}

/** Whether the list shows something else than all of it: such an address is not for search engines. */
export const isFiltered = (state: ListState): boolean => listSearch({ ...state, page: 1 }) !== '';

export interface ActiveFilter {
  field: 'kind' | 'year' | 'price' | 'capacity' | 'tag' | 'name';
  value: string;
  /** The list without this filter, from its first page. */
  without: ListState;
}

/** The filters in force, each with the list as it is without it. */
export function activeFilters(state: ListState): ActiveFilter[] {
  const first = { ...state, page: 1 };
  const active: ActiveFilter[] = state.kinds.map((kind) => ({
    field: 'kind',
    value: kind,
    without: { ...first, kinds: state.kinds.filter((other) => other !== kind) },
  }));
  if (state.year !== null) active.push({ field: 'year', value: String(state.year), without: { ...first, year: null } });
  if (state.price)
    active.push({ field: 'price', value: formatPriceRange(state.price), without: { ...first, price: null } });
  if (state.capacity !== null)
    active.push({ field: 'capacity', value: String(state.capacity), without: { ...first, capacity: null } });
  for (const tag of state.tags) {
    active.push({ field: 'tag', value: tag, without: { ...first, tags: state.tags.filter((other) => other !== tag) } });
  }
  if (state.name) active.push({ field: 'name', value: state.name, without: { ...first, name: '' } });
  return active;
}

const priceSteps = [5, 10, 15, 20, 30, 50, 100, 200, 500, 1000];

/**
 * Price ranges to choose from, for prices from `least` to `most` euros: at most five, at round figures, open at both
 * ends. None where all prices lie between two steps.
 */
export function priceRanges(least: number, most: number): PriceRange[] {
  const inside = priceSteps.filter((step) => step > least && step < most);
  const every = Math.max(1, Math.ceil(inside.length / 4));
  const cuts = inside.filter((_, index) => index % every === every - 1);
  if (cuts.length === 0) return [];
  const starts = [null, ...cuts];
  const ends = [...cuts, null];
  return starts.map((from, index) => ({ from, to: ends[index] ?? null }));
}
