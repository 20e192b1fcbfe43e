import type { DataProvider } from 'react-admin';
import { callAdminApi } from '../core/call-admin-api.ts';
import { type DayFilterMeta, type ResourceAdapter, toDayFilters, toListQuery } from '../core/resource-adapter.ts';

/** The values of the filters above the list of orders. Days are `YYYY-MM-DD` at the estate. */
interface OrderFilters {
  search?: string;
  status?: readonly string[];
  from?: string;
  until?: string;
  [field: string]: unknown;
}

/** Converts the values of the filters to those of the API's list query. The day `until` is included. */
export function toOrderFilterQuery(
  { search, from, until, ...filters }: OrderFilters,
  timeZone: string,
): Record<string, unknown> {
  return {
    ...filters,
    ...(search && { 'lk:search': search }),
    ...toDayFilters('createdAt', { from, until }, timeZone),
  };
}

export const orderAdapter: ResourceAdapter = {
  getList: (async (_resource, { filter, signal, meta, ...params }) => {
    // Only the list of orders has filters by day.
    const { timeZone } = (meta as DayFilterMeta | undefined) ?? { timeZone: 'UTC' };
    const query = toListQuery({ ...params, filter: toOrderFilterQuery(filter, timeZone) }, [
      'createdAt',
      'number',
      'total',
    ]);
    const { orders, total } = await callAdminApi('GET /admin/order', {
      query,
      signal,
    });
    return { data: orders, total };
  }) as DataProvider['getList'],
  getOne: (async (_resource, { id }) => ({
    data: (await callAdminApi('GET /admin/order/{id}', { params: { id } })).order,
  })) as DataProvider['getOne'],
};
