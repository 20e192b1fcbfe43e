import type { DataProvider } from 'react-admin';
import { addDays, localTimeToEpochMs } from '#shared/places/local-time.ts';
import { callAdminApi } from '../core/call-admin-api.ts';
import { type ResourceAdapter, toListQuery } from '../core/resource-adapter.ts';

/** The values of the filters above the list of orders. Days are `YYYY-MM-DD` at the estate. */
export interface OrderFilters {
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
  const startOf = (day: string) => new Date(localTimeToEpochMs(day, '00:00', timeZone)).toISOString();
  return {
    ...filters,
    ...(search && { 'lk:search': search }),
    ...(from && { 'gte:createdAt': startOf(from) }),
    ...(until && { 'lt:createdAt': startOf(addDays(until, 1)) }),
  };
}

/** The `meta` of the list's query: the time zone of the estate, because the filters are days of the estate. */
export interface OrderListQueryMeta {
  timeZone: string;
}

/** The calls of the screens of orders. */
export const orderAdapter: ResourceAdapter = {
  getList: (async (_resource, { filter, signal, meta, ...params }) => {
    // Only the list of orders has filters by day.
    const { timeZone } = (meta as OrderListQueryMeta | undefined) ?? { timeZone: 'UTC' };
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
