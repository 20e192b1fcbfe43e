import type { DataProvider, RaRecord } from 'react-admin';
import { callAdminApi } from '../core/call-admin-api.ts';
import { type ResourceAdapter, toListQuery } from '../core/resource-adapter.ts';

/** The calls for form submissions. An update only marks a submission as handled or as not handled. */
export const submissionAdapter: ResourceAdapter = {
  getList: (async (_resource, { signal, ...params }) => {
    const { submissions, total } = await callAdminApi('GET /admin/forms/submission', {
      query: toListQuery(params, []),
      signal,
    });
    return { data: submissions, total };
  }) as DataProvider['getList'],
  getOne: (async (_resource, { id }) => {
    const { submission } = await callAdminApi('GET /admin/forms/submission/{id}', { params: { id } });
    return { data: submission };
  }) as DataProvider['getOne'],
  update: (async (_resource, { id, data }) => {
    const { revision, isHandled } = data as RaRecord;
    const body = { revision, isHandled: isHandled === true };
    const { submission } = await callAdminApi('PUT /admin/forms/submission/{id}', { params: { id }, body });
    return { data: submission };
  }) as DataProvider['update'],
  delete: (async (_resource, { id, previousData }) => {
    await callAdminApi('DELETE /admin/forms/submission/{id}', { params: { id } });
    return { data: previousData };
  }) as DataProvider['delete'],
};
