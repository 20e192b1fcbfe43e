import type { DataProvider } from 'react-admin';
import type { elementsContract } from '#shared/elements/elements-contract.ts';
import type { DataOf } from '#shared/endpoint.ts';
import { callAdminApi } from '../core/call-admin-api.ts';
import { type ResourceAdapter, toListQuery } from '../core/resource-adapter.ts';

type RegistrationList = DataOf<(typeof elementsContract)['GET /admin/element/registration']>;
export type StaffRegistration = RegistrationList['registrations'][number];

/** The calls for the registrations of visitors. */
export const registrationAdapter: ResourceAdapter = {
  getList: (async (_resource, { signal, ...params }) => {
    const { registrations, total } = await callAdminApi<RegistrationList>('/admin/element/registration', {
      query: toListQuery(params, []),
      signal,
    });
    return { data: registrations, total };
  }) as DataProvider['getList'],
};
