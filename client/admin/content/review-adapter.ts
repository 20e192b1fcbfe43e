import type { DataProvider, RaRecord } from 'react-admin';
import { callAdminApi } from '../core/call-admin-api.ts';
import { type ResourceAdapter, toListQuery } from '../core/resource-adapter.ts';

/** The calls for the reviews of customers. A save publishes or rejects a review. */
export const reviewAdapter: ResourceAdapter = {
  getList: (async (_resource, { signal, ...params }) => {
    const { reviews, total } = await callAdminApi('GET /admin/review', {
      query: toListQuery(params, []),
      signal,
    });
    return { data: reviews, total };
  }) as DataProvider['getList'],
  update: (async (_resource, { id, data }) => {
    const { revision, state, rejectionGround, rejectionReason, reply } = data as RaRecord;
    const body = { revision, state, rejectionGround, rejectionReason, reply };
    const { review } = await callAdminApi('PUT /admin/review/{id}', { params: { id }, body });
    return { data: review };
  }) as DataProvider['update'],
};
