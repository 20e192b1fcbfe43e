import type { DataProvider } from 'react-admin';
import { productResourceSpec } from '#shared/catalogue/catalogue-resource-specs.ts';
import { createItemAdapter, type ResourceAdapter } from '../core/resource-adapter.ts';

/**
 * Removes null from a value and everything in it. Empty inputs of a form are null, but the API expects that an empty
 * field of a product or variant is absent; the field then gets its default.
 */
export function removeNulls<Value>(value: Value): Value {
  if (Array.isArray(value)) return value.filter((each) => each !== null).map(removeNulls) as Value;
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).flatMap(([key, each]) => (each === null ? [] : [[key, removeNulls(each)]]));
  return Object.fromEntries(entries) as Value;
}

const items = createItemAdapter(productResourceSpec);

/** The calls of the product screens. */
export const productAdapter: ResourceAdapter = {
  ...items,
  create: ((resource, params) =>
    items.create?.(resource, { ...params, data: removeNulls(params.data) })) as DataProvider['create'],
  update: ((resource, params) =>
    items.update?.(resource, { ...params, data: removeNulls(params.data) })) as DataProvider['update'],
};
