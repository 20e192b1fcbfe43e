import type { DataProvider } from 'react-admin';
import { callAdminApi } from '../core/call-admin-api.ts';
import { type ResourceAdapter, toListQuery } from '../core/resource-adapter.ts';

/** The calls of the list of vouchers. The code of a voucher serves as its id. */
export const voucherAdapter: ResourceAdapter = {
  getList: (async (_resource, { signal, ...params }) => {
    const { vouchers, total } = await callAdminApi('GET /admin/voucher', {
      query: toListQuery(params, ['issuedAt', 'expiresOn']),
      signal,
    });
    return { data: vouchers.map((voucher) => ({ ...voucher, id: voucher.code })), total };
  }) as DataProvider['getList'],
};
