import { type ChoiceFilter, createChoiceFilterRecord } from '#shared/catalogue/product-filter-values-by-field.ts';
import { pageSize } from '#shared/limits.ts';
import {
  initialProductListState,
  type PriceRange,
  type ProductListState,
  type ProductSortOrder,
  productSortOrders,
} from './product-list-state.ts';

/** Values of the choice filters and tags that exist in the catalogue. Others in a URL are ignored. */
interface AllowedFilterValues {
  choices: Readonly<Record<ChoiceFilter, readonly string[]>>;
  tags: readonly string[];
}

/** The values that a list without filters allows. */
export const noAllowedFilterValues: AllowedFilterValues = { choices: createChoiceFilterRecord(() => []), tags: [] };

const maxTextLength = 80;
const maxPage = 1_000_000;

/**
 * Reads the values of a query parameter. The values are separated by commas, or the parameter is repeated, as HTML
 * forms send it.
 */
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

function integerOf(query: URLSearchParams, name: string, min: number, max: number): number | null {
  const text = query.get(name) ?? '';
  if (!/^\d{1,7}$/.test(text)) return null;
  const value = Number(text);
  return value >= min && value <= max ? value : null;
}

function parseCapacity(query: URLSearchParams): number | null {
  const text = query.get('capacity') ?? '';
  return /^\d{1,5}(\.\d)?$/.test(text) && Number(text) > 0 ? Number(text) : null;
}

/** Parses a price range such as `10-20`, `10-` or `-20`. */
function parsePriceRange(query: URLSearchParams): PriceRange | null {
  const ends = /^(\d{1,6})?-(\d{1,6})?$/.exec(query.get('price') ?? '');
  if (!ends) return null;
  const [from, to] = [ends[1], ends[2]].map((end) => (end === undefined ? null : Number(end)));
  if (from == null && to == null) return null;
  if (from != null && to != null && from > to) return null;
  return { from: from ?? null, to: to ?? null };
}

/** Parses the state of a product list from a URL. Unknown and malformed values are ignored. */
export function parseProductListState(
  query: URLSearchParams,
  allowed: AllowedFilterValues,
  defaultOrder: ProductSortOrder = 'price',
): ProductListState {
  const order = query.get('order');
  const tags = valuesOf(query, 'tags').filter((tag) => allowed.tags.includes(tag));
  return {
    choices: createChoiceFilterRecord((filter) => {
      const requested = valuesOf(query, filter);
      return allowed.choices[filter].filter((value) => requested.includes(value));
    }),
    year: integerOf(query, 'year', 1800, 2200),
    price: parsePriceRange(query),
    capacity: parseCapacity(query),
    tags: tags.sort(),
    name: textOf(query, 'name'),
    search: textOf(query, 'search'),
    orderBy: productSortOrders.find((candidate) => candidate === order) ?? defaultOrder,
    defaultOrder,
    nbItem: integerOf(query, 'nbItem', 1, pageSize.max) ?? initialProductListState.nbItem,
    page: integerOf(query, 'page', 1, maxPage) ?? 1,
  };
}
