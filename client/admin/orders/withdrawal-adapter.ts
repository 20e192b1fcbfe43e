import type { DataProvider } from 'react-admin';
import { callAdminApi } from '../core/call-admin-api.ts';
import { type ResourceAdapter, toListQuery } from '../core/resource-adapter.ts';

/** Reads the list of withdrawals, which staff cannot edit. */
export const withdrawalAdapter: ResourceAdapter = {
  getList: (async (_resource, { signal, ...params }) => {
    const { withdrawals, total } = await callAdminApi('GET /admin/withdrawal', {
      query: toListQuery(params, []),
      signal,
    });
    return { data: withdrawals, total };
  }) as DataProvider['getList'],
};
