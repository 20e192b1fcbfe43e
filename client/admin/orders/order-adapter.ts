import type { DataProvider } from 'react-admin';
import type { StaffOrder } from '#shared/orders/staff-order.ts';
import { addDays } from '#shared/places/local-time.ts';
import { callAdminApi } from '../core/call-admin-api.ts';
import { type ResourceAdapter, toListQuery } from '../core/resource-adapter.ts';

/** The values of the filters above the list of orders. Days are `YYYY-MM-DD`. */
export interface OrderFilters {
  search?: string;
  status?: readonly string[];
  from?: string;
  until?: string;
  [field: string]: unknown;
}

/** Converts the values of the filters to those of the API's list query. The day `until` is included. */
export function toOrderQuery({ search, from, until, ...filters }: OrderFilters): Record<string, unknown> {
  return {
    ...filters,
    ...(search && { 'lk:search': search }),
    ...(from && { 'gte:createdAt': from }),
    ...(until && { 'lt:createdAt': addDays(until, 1) }),
  };
}

/** The calls of the screens of orders. */
export const orderAdapter: ResourceAdapter = {
  getList: (async (_resource, { filter, signal, ...params }) => {
    const query = toListQuery({ ...params, filter: toOrderQuery(filter) }, ['createdAt', 'number', 'total']);
    const { orders, total } = await callAdminApi<{ orders: StaffOrder[]; total: number }>('/admin/order', {
      query,
      signal,
    });
    return { data: orders, total };
  }) as DataProvider['getList'],
  getOne: (async (_resource, { id }) => ({
    data: (await callAdminApi<{ order: StaffOrder }>(`/admin/order/${id}`)).order,
  })) as DataProvider['getOne'],
};
