import type { DataProvider } from 'react-admin';
import { callAdminApi } from '../core/call-admin-api.ts';
import { type ResourceAdapter, toListQuery } from '../core/resource-adapter.ts';

/** The calls of the list of withdrawals. */
export const withdrawalAdapter: ResourceAdapter = {
  getList: (async (_resource, { signal, ...params }) => {
    const { withdrawals, total } = await callAdminApi('GET /admin/withdrawal', {
      query: toListQuery(params, []),
      signal,
    });
    return { data: withdrawals, total };
  }) as DataProvider['getList'],
};
