import type { DataProvider } from 'react-admin';
import { type AdminResponseData, callAdminApi } from '../core/call-admin-api.ts';
import { type ResourceAdapter, toListQuery } from '../core/resource-adapter.ts';

type CookieChoiceList = AdminResponseData<'GET /admin/consent'>;

export type CookieChoiceRow = Omit<CookieChoiceList['choices'][number], 'id'> & { id: string; browser: string };

/** The calls for the choices about cookies. A browser whose choice has changed is listed once for each choice. */
export const cookieChoiceAdapter: ResourceAdapter = {
  getList: (async (_resource, { signal, ...params }) => {
    const { choices, total } = await callAdminApi('GET /admin/consent', {
      query: toListQuery(params, []),
      signal,
    });
    const data = choices.map(
      (choice): CookieChoiceRow => ({
        ...choice,
        id: `${choice.id}/${choice.recordedAt}`,
        browser: choice.id.slice(0, 8),
      }),
    );
    return { data, total };
  }) as DataProvider['getList'],
};
