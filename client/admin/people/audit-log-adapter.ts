import type { DataProvider } from 'react-admin';
import { callAdminApi } from '../core/call-admin-api.ts';
import { type ResourceAdapter, toListQuery } from '../core/resource-adapter.ts';

/** The call of the list of changes by staff. */
export const auditLogAdapter: ResourceAdapter = {
  getList: (async (_resource, { signal, ...params }) => {
    const { entries, total } = await callAdminApi('GET /admin/audit', {
      query: toListQuery(params, ['at']),
      signal,
    });
    return { data: entries, total };
  }) as DataProvider['getList'],
};
