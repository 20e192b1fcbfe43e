import type { DataProvider } from 'react-admin';
import { type AdminResponseData, callAdminApi } from '../core/call-admin-api.ts';
import { type ResourceAdapter, toListQuery } from '../core/resource-adapter.ts';

export type ElementRegistration = AdminResponseData<'GET /admin/element/registration'>['registrations'][number];

export const registrationAdapter: ResourceAdapter = {
  getList: (async (_resource, { signal, ...params }) => {
    const { registrations, total } = await callAdminApi('GET /admin/element/registration', {
      query: toListQuery(params, []),
      signal,
    });
    return { data: registrations, total };
  }) as DataProvider['getList'],
};
