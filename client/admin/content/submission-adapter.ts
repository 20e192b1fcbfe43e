import type { DataProvider, RaRecord } from 'react-admin';
import type { Submission } from '#shared/forms/forms-contract.ts';
import { callAdminApi } from '../core/call-admin-api.ts';
import { type ResourceAdapter, toListQuery } from '../core/resource-adapter.ts';

const path = '/admin/forms/submission';

/** The calls for form submissions. The only change is to mark a submission as handled. */
export const submissionAdapter: ResourceAdapter = {
  getList: (async (_resource, { signal, ...params }) => {
    const { submissions, total } = await callAdminApi<{ submissions: Submission[]; total: number }>(path, {
      query: toListQuery(params, []),
      signal,
    });
    return { data: submissions, total };
  }) as DataProvider['getList'],
  getOne: (async (_resource, { id }) => {
    const { submission } = await callAdminApi<{ submission: Submission }>(`${path}/${id}`);
    return { data: submission };
  }) as DataProvider['getOne'],
  update: (async (_resource, { id, data }) => {
    const { revision, isHandled } = data as RaRecord;
    const body = { revision, isHandled: isHandled === true };
    const { submission } = await callAdminApi<{ submission: Submission }>(`${path}/${id}`, { method: 'PUT', body });
    return { data: submission };
  }) as DataProvider['update'],
  delete: (async (_resource, { id, previousData }) => {
    await callAdminApi(`${path}/${id}`, { method: 'DELETE' });
    return { data: previousData };
  }) as DataProvider['delete'],
};
