import { productKinds } from './product-enums.ts';

/**
 * The fields of a product that have one of a fixed list of values and by which the product list can be filtered. The
 * query of `GET /product`, its SQL condition, the facets, and the filters and URLs of the product list follow from this
 * record. The product list shows the filters and their values in this order.
 */
export const productFilterValuesByField = { kind: productKinds } as const satisfies Record<
  string,
  readonly [string, ...string[]]
>;

export type ChoiceFilter = keyof typeof productFilterValuesByField;

export const choiceFilterNames = Object.keys(productFilterValuesByField) as [ChoiceFilter, ...ChoiceFilter[]];

export const createChoiceFilterRecord = <T>(
  compute: (filter: ChoiceFilter, values: readonly [string, ...string[]]) => T,
): Record<ChoiceFilter, T> =>
  Object.fromEntries(
    choiceFilterNames.map((filter) => [filter, compute(filter, productFilterValuesByField[filter])]),
  ) as Record<ChoiceFilter, T>;

export const isChoiceFilter = (field: string): field is ChoiceFilter =>
  Object.hasOwn(productFilterValuesByField, field);
