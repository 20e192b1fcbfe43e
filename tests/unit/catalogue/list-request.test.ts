import { describe, expect, test } from 'vitest';
import { parseProductListState } from '#client/features/catalogue/parse-product-list-state.ts';
import {
  buildProductListQueryParameters,
  entireCatalogueScope,
  juiceProductScope,
  nonJuiceProductScope,
} from '#client/features/catalogue/product-list.ts';
import { initialProductListState } from '#client/features/catalogue/product-list-state.ts';
import { productFilterValuesByField } from '#shared/catalogue/product-filter-values-by-field.ts';

const options = { choices: productFilterValuesByField, tags: ['bio', 'doux', 'sec'] };
const read = (query: string) => parseProductListState(new URLSearchParams(query), options);

describe('buildProductListQueryParameters', () => {
  test('excludes juices from the wine list', () => {
    expect(buildProductListQueryParameters(nonJuiceProductScope, initialProductListState)).toEqual({
      'df:kind': 'juice',
      orderBy: 'price',
      nbItem: 100,
      page: 1,
    });
  });

  test('selects juices for the juice list', () => {
    expect(buildProductListQueryParameters(juiceProductScope, initialProductListState)).toEqual({
      kind: 'juice',
      orderBy: 'price',
      nbItem: 100,
      page: 1,
    });
  });

  test('contains every filter', () => {
    expect(
      buildProductListQueryParameters(
        entireCatalogueScope,
        read('kind=red&year=2022&price=10-20&capacity=75&tags=bio,sec&name=clos&search=x'),
      ),
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
