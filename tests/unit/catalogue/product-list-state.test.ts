import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createPriceRanges } from '#client/features/catalogue/create-price-ranges.ts';
import { parseProductListState } from '#client/features/catalogue/parse-product-list-state.ts';
import {
  formatProductListQuery,
  initialProductListState,
  isListNarrowed,
  listActiveFilters,
  type ProductListState,
  parseDefaultSortOrder,
  productSortOrders,
} from '#client/features/catalogue/product-list-state.ts';
import {
  createChoiceFilterRecord,
  productFilterValuesByField,
} from '#shared/catalogue/product-filter-values-by-field.ts';

const options = { choices: productFilterValuesByField, tags: ['bio', 'doux', 'sec'] };
const read = (query: string) => parseProductListState(new URLSearchParams(query), options);

describe('parseProductListState and formatProductListQuery', () => {
  test('an empty query yields the first page of 100 by price without filters', () => {
    expect(read('')).toEqual(initialProductListState);
    expect(formatProductListQuery(initialProductListState)).toBe('');
    expect(initialProductListState).toMatchObject({
      nbItem: 100,
      page: 1,
      orderBy: 'price',
      name: '',
      choices: { kind: [] },
      tags: [],
    });
  });

  test('filters are written readably and in a fixed order', () => {
    const query =
      '?kind=white,red&year=2022&price=10-20&capacity=75&tags=bio,sec&name=Clos+du+Puits&order=-price&page=2';
    expect(formatProductListQuery(read(query))).toBe(query);
  });

  test.each([
    ['join repeated names of a form', 'kind=red&kind=white', '?kind=white,red'],
    ['drop empty values of a form', 'kind=&year=&price=&name=&order=price', ''],
    ['drop an unknown kind', 'kind=beer,red', '?kind=red'],
    ['drop an unknown tag', 'tags=bio,gratis', '?tags=bio'],
    ['drop an unknown order', 'order=id', ''],
    ['drop a vintage that is no number', 'year=20x2', ''],
    ['drop an implausible vintage', 'year=99', ''],
    ['drop a price that is no range', 'price=10', ''],
    ['drop an empty price range', 'price=20-10', ''],
    ['drop a price range without bounds', 'price=-', ''],
    ['keep a price range without a lower bound', 'price=-10', '?price=-10'],
    ['keep a price range without an upper bound', 'price=50-', '?price=50-'],
    ['keep a fractional capacity', 'capacity=37.5', '?capacity=37.5'],
    ['drop a capacity of zero', 'capacity=0', ''],
    ['drop page 0', 'page=0', ''],
    ['drop a negative page', 'page=-1', ''],
    ['drop a page size above the limit', 'nbItem=5000', ''],
    ['keep a smaller page size', 'nbItem=12', '?nbItem=12'],
    ['trim a name', 'name=%20%20clos%20%20', '?name=clos'],
  ])('%s', (_, query, written) => expect(formatProductListQuery(read(query))).toBe(written));

  test.each<[string | undefined, string, string, string]>([
    [undefined, '', 'price', ''],
    ['order', '', 'order', ''],
    ['order', 'order=order', 'order', ''],
    ['order', 'order=price', 'price', '?order=price'],
    ['-price', 'page=2', '-price', '?page=2'],
    ['by colour', '', 'price', ''],
  ])('a default order of %s with the query %j yields the order %s', (parameter, query, orderBy, written) => {
    const state = parseProductListState(new URLSearchParams(query), options, parseDefaultSortOrder(parameter));
    expect([state.orderBy, formatProductListQuery(state)]).toEqual([orderBy, written]);
  });

  test('parseProductListState inverts formatProductListQuery', () => {
    const end = fc.option(fc.nat(999_999), { nil: null });
    const state: fc.Arbitrary<ProductListState> = fc.record({
      choices: fc.record(createChoiceFilterRecord((_, values) => fc.subarray([...values]))),
      year: fc.option(fc.integer({ min: 1800, max: 2200 }), { nil: null }),
      price: fc.option(
        fc
          .record({ from: end, to: end })
          .filter(({ from, to }) => (from !== null || to !== null) && (from === null || to === null || from <= to)),
        { nil: null },
      ),
      capacity: fc.constantFrom(null, 20, 37.5, 75, 150),
      tags: fc.subarray([...options.tags]),
      name: fc
        .string({ maxLength: 40, unit: 'grapheme' })
        .map((text) => text.trim().replace(/\s+/g, ' ').slice(0, 80).trim()),
      search: fc.constantFrom('', 'rosé & fruité', 'a+b=c', '50 %'),
      orderBy: fc.constantFrom(...productSortOrders),
      defaultOrder: fc.constant('price' as const),
      nbItem: fc.integer({ min: 1, max: 100 }),
      page: fc.integer({ min: 1, max: 999_999 }),
    });
    fc.assert(
      fc.property(state, (one) => {
        expect(read(formatProductListQuery(one))).toEqual(one);
      }),
    );
  });

  test('the written query is stable for any input', () => {
    fc.assert(
      fc.property(fc.webQueryParameters(), (query) => {
        const once = formatProductListQuery(read(query));
        expect(formatProductListQuery(read(once))).toBe(once);
      }),
    );
  });

  test('isListNarrowed returns true for every parameter except the page', () => {
    expect(isListNarrowed(read('page=3'))).toBe(false);
    for (const query of ['kind=red', 'order=name', 'nbItem=10', 'name=x', 'search=x'])
      expect(isListNarrowed(read(query))).toBe(true);
  });
});

describe('listActiveFilters', () => {
  test('returns each filter with the first page of the list without it', () => {
    const filters = listActiveFilters(
      read('kind=red,white&year=2022&price=10-20&capacity=75&tags=bio&name=clos&page=2'),
    );
    expect(filters.map(({ field, value }) => `${field} ${value}`)).toEqual([
      'kind white',
      'kind red',
      'year 2022',
      'price 10-20',
      'capacity 75',
      'tag bio',
      'name clos',
    ]);
    expect(formatProductListQuery(filters[0]!.stateWithout)).toBe(
      '?kind=red&year=2022&price=10-20&capacity=75&tags=bio&name=clos',
    );
  });

  test('ignores order, page size and page', () =>
    expect(listActiveFilters(read('order=name&nbItem=5&page=2'))).toEqual([]));
});

describe('createPriceRanges', () => {
  test('returns at most five ranges that cover all prices without a gap', () => {
    const prices = fc
      .tuple(fc.nat(2000), fc.nat(2000))
      .map(([one, other]) => [Math.min(one, other), Math.max(one, other)] as const);
    fc.assert(
      fc.property(prices, ([min, max]) => {
        const ranges = createPriceRanges(min, max);
        expect(ranges.length).toBeLessThanOrEqual(5);
        expect(ranges.length).not.toBe(1);
        expect(ranges.at(0)?.from ?? null).toBeNull();
        expect(ranges.at(-1)?.to ?? null).toBeNull();
        for (const [index, { to }] of ranges.entries()) expect(ranges[index + 1]?.from ?? null).toBe(to);
      }),
    );
  });

  test('returns nothing for a single price', () => expect(createPriceRanges(7, 7)).toEqual([]));
});
