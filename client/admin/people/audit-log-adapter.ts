import type { DataProvider } from 'react-admin';
import { callAdminApi } from '../core/call-admin-api.ts';
import { type DayFilterMeta, type ResourceAdapter, toDayFilters, toListQuery } from '../core/resource-adapter.ts';

/** The call of the list of changes by staff. */
export const auditLogAdapter: ResourceAdapter = {
  getList: (async (_resource, { signal, filter, meta, ...params }) => {
    const { from, until, email, ...others } = filter;
    const { timeZone } = meta as DayFilterMeta;
    const filters = {
      ...others,
      ...(email && { 'lk:email': email }),
      ...toDayFilters('at', { from, until }, timeZone),
    };
    const { entries, total } = await callAdminApi('GET /admin/audit', {
      query: toListQuery({ ...params, filter: filters }, ['at']),
      signal,
    });
    return { data: entries, total };
  }) as DataProvider['getList'],
};
