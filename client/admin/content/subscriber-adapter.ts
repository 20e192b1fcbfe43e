import type { DataProvider } from 'react-admin';
import { callAdminApi } from '../core/call-admin-api.ts';
import { type ResourceAdapter, toListQuery } from '../core/resource-adapter.ts';

/** The calls for the subscribers of newsletters. A subscriber of two newsletters is listed twice. */
export const subscriberAdapter: ResourceAdapter = {
  getList: (async (_resource, { signal, ...params }) => {
    const { subscribers, total } = await callAdminApi('GET /admin/newsletter/subscriber', {
      query: toListQuery(params, []),
      signal,
    });
    const data = subscribers.map((subscriber) => ({ ...subscriber, id: `${subscriber.idList}/${subscriber.email}` }));
    return { data, total };
  }) as DataProvider['getList'],
};
