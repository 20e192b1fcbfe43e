import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { pageCount, visiblePages } from '#client/features/catalogue/list-pages.ts';
import { entireCatalogue, juiceScope, productQuery, wineScope } from '#client/features/catalogue/product-query.ts';
import {
  activeFilters,
  defaultOrder,
  initialState,
  isFiltered,
  type ListState,
  listSearch,
  priceRanges,
  productOrders,
  readListState,
} from '#client/features/catalogue/list-state.ts';
import { productKinds } from '#shared/catalogue/catalogue-contract.ts';

const known = { kinds: productKinds, tags: ['bio', 'doux', 'sec'] };
const read = (query: string) => readListState(new URLSearchParams(query), known);

describe('the address of a product list', () => {
  test('an empty query is the first state: 100 a page, page 1, by price, no filter', () => {
    expect(read('')).toEqual(initialState);
    expect(listSearch(initialState)).toBe('');
    expect(initialState).toMatchObject({ nbItem: 100, page: 1, orderBy: 'price', name: '', kinds: [], tags: [] });
  });

  test('all choices are written readably and in one order', () => {
    const query =
      '?kind=white,red&year=2022&price=10-20&capacity=75&tags=bio,sec&name=Clos+du+Puits&order=-price&page=2';
    expect(listSearch(read(query))).toBe(query);
  });

  test.each([
    ['a form without script repeats a name', 'kind=red&kind=white', '?kind=white,red'],
    ['and sends what is empty', 'kind=&year=&price=&name=&order=price', ''],
    ['an unknown kind is dropped', 'kind=beer,red', '?kind=red'],
    ['an unknown tag is dropped', 'tags=bio,gratis', '?tags=bio'],
    ['an unknown order is dropped', 'order=id', ''],
    ['a vintage must be a year', 'year=20x2', ''],
    ['and a likely one', 'year=99', ''],
    ['a price must be a range', 'price=10', ''],
    ['that is not empty', 'price=20-10', ''],
    ['nor without ends', 'price=-', ''],
    ['an open range is one', 'price=-10', '?price=-10'],
    ['on either side', 'price=50-', '?price=50-'],
    ['half a centilitre counts', 'capacity=37.5', '?capacity=37.5'],
    ['a capacity must be positive', 'capacity=0', ''],
    ['a page must be a whole number from 1', 'page=0', ''],
    ['and positive', 'page=-1', ''],
    ['a huge number of items falls back', 'nbItem=5000', ''],
    ['a smaller one holds', 'nbItem=12', '?nbItem=12'],
    ['blanks around a name fall away', 'name=%20%20clos%20%20', '?name=clos'],
  ])('%s', (_, query, written) => expect(listSearch(read(query))).toBe(written));

  test.each<[string | undefined, string, string, string]>([
    [undefined, '', 'price', ''],
    ['order', '', 'order', ''],
    ['order', 'order=order', 'order', ''],
    ['order', 'order=price', 'price', '?order=price'],
    ['-price', 'page=2', '-price', '?page=2'],
    ['by colour', '', 'price', ''],
  ])('an estate whose order is %s: %j', (parameter, query, orderBy, written) => {
    const state = readListState(new URLSearchParams(query), known, defaultOrder(parameter));
    expect([state.orderBy, listSearch(state)]).toEqual([orderBy, written]);
  });

  test('what is written reads back the same', () => {
    const end = fc.option(fc.nat(999_999), { nil: null });
    const state: fc.Arbitrary<ListState> = fc.record({
      kinds: fc.subarray([...productKinds]),
      year: fc.option(fc.integer({ min: 1800, max: 2200 }), { nil: null }),
      price: fc.option(
        fc
          .record({ from: end, to: end })
          .filter(({ from, to }) => (from !== null || to !== null) && (from === null || to === null || from <= to)),
        { nil: null },
      ),
      capacity: fc.constantFrom(null, 20, 37.5, 75, 150),
      tags: fc.subarray([...known.tags]),
      name: fc
        .string({ maxLength: 40, unit: 'grapheme' })
        .map((text) => text.trim().replace(/\s+/g, ' ').slice(0, 80).trim()),
      search: fc.constantFrom('', 'rosé & fruité', 'a+b=c', '50 %'),
      orderBy: fc.constantFrom(...productOrders),
      usualOrder: fc.constant('price' as const),
      nbItem: fc.integer({ min: 1, max: 100 }),
      page: fc.integer({ min: 1, max: 999_999 }),
    });
    fc.assert(
      fc.property(state, (one) => {
        expect(read(listSearch(one))).toEqual(one);
      }),
    );
  });

  test('whatever comes in, what is written is stable', () => {
    fc.assert(
      fc.property(fc.webQueryParameters(), (query) => {
        const once = listSearch(read(query));
        expect(listSearch(read(once))).toBe(once);
      }),
    );
  });

  test('another page is the same list, everything else is a narrowed one', () => {
    expect(isFiltered(read('page=3'))).toBe(false);
    for (const query of ['kind=red', 'order=name', 'nbItem=10', 'name=x', 'search=x'])
      expect(isFiltered(read(query))).toBe(true);
  });
});

describe('active filters', () => {
  test('each leads to the first page of the list without it', () => {
    const filters = activeFilters(read('kind=red,white&year=2022&price=10-20&capacity=75&tags=bio&name=clos&page=2'));
    expect(filters.map(({ field, value }) => `${field} ${value}`)).toEqual([
      'kind white',
      'kind red',
      'year 2022',
      'price 10-20',
      'capacity 75',
      'tag bio',
      'name clos',
    ]);
    expect(listSearch(filters[0]!.without)).toBe('?kind=red&year=2022&price=10-20&capacity=75&tags=bio&name=clos');
  });

  test('an order is no filter', () => expect(activeFilters(read('order=name&nbItem=5&page=2'))).toEqual([]));
});

describe('price ranges', () => {
  test('cover all prices without a gap, at most five of them', () => {
    const prices = fc
      .tuple(fc.nat(2000), fc.nat(2000))
      .map(([one, other]) => [Math.min(one, other), Math.max(one, other)] as const);
    fc.assert(
      fc.property(prices, ([least, most]) => {
        const ranges = priceRanges(least, most);
        expect(ranges.length).toBeLessThanOrEqual(5);
        expect(ranges.length).not.toBe(1);
        expect(ranges.at(0)?.from ?? null).toBeNull();
        expect(ranges.at(-1)?.to ?? null).toBeNull();
        for (const [index, { to }] of ranges.entries()) expect(ranges[index + 1]?.from ?? null).toBe(to);
      }),
    );
  });

  test('one price needs no choice', () => expect(priceRanges(7, 7)).toEqual([]));
});

describe('what a list asks the API for', () => {
  test('the wine list is everything but juices', () => {
    expect(productQuery(wineScope, initialState)).toEqual({
      'df:kind': 'juice',
      orderBy: 'price',
      nbItem: 100,
      page: 1,
    });
  });

  test('the juice list is juices', () => {
    expect(productQuery(juiceScope, initialState)).toEqual({ kind: 'juice', orderBy: 'price', nbItem: 100, page: 1 });
  });

  test('every choice is a filter', () => {
    expect(
      productQuery(entireCatalogue, read('kind=red&year=2022&price=10-20&capacity=75&tags=bio,sec&name=clos&search=x')),
    ).toEqual({
      kind: 'red',
      year: 2022,
      'gte:price': 10,
      'lte:price': 20,
      capacity: 75,
      tags: 'bio,sec',
      'lk:name': 'clos',
      search: 'x',
      orderBy: 'price',
      nbItem: 100,
      page: 1,
    });
  });
});

describe('page links', () => {
  test.each([
    [1, 1, '1'],
    [1, 3, '1 2 3'],
    [3, 3, '1 2 3'],
    [1, 9, '1 2 … 9'],
    [5, 9, '1 … 4 5 6 … 9'],
    [4, 9, '1 2 3 4 5 … 9'],
    [9, 9, '1 … 8 9'],
  ])('on page %i of %i: %s', (page, count, shown) =>
    expect(
      visiblePages(page, count)
        .map((number) => number ?? '…')
        .join(' '),
    ).toBe(shown),
  );

  test('an empty list has one page', () => expect(pageCount(0, 100)).toBe(1));
  test('a full page is one page', () => expect(pageCount(100, 100)).toBe(1));
  test('one more is two', () => expect(pageCount(101, 100)).toBe(2));
});
