import type { DataProvider } from 'react-admin';
import { callAdminApi } from '../core/call-admin-api.ts';
import { type ResourceAdapter, toListQuery } from '../core/resource-adapter.ts';

/** The calls of the screens of customers. */
export const customerAdapter: ResourceAdapter = {
  getList: (async (_resource, { signal, ...params }) => {
    const { customers, total } = await callAdminApi('GET /admin/customer', {
      query: toListQuery(params, ['lastActiveAt', 'registeredAt', 'lastname', 'email']),
      signal,
    });
    return { data: customers, total };
  }) as DataProvider['getList'],
  getOne: (async (_resource, { id }) => ({
    data: { ...(await callAdminApi('GET /admin/customer/{id}', { params: { id } })), id },
  })) as DataProvider['getOne'],
};
