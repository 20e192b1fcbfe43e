import CardGiftcard from '@mui/icons-material/CardGiftcard';
import { lazy } from 'react';
import type { DataProvider } from 'react-admin';
import type { ResourceScreens } from '../core/admin-screen.ts';
import { callAdminApi } from '../core/call-admin-api.ts';
import { type ResourceAdapter, toListQuery } from '../core/resource-adapter.ts';

/** The calls of the list of vouchers. The code of a voucher serves as its id. */
const voucherAdapter: ResourceAdapter = {
  getList: (async (_resource, { signal, ...params }) => {
    const { vouchers, total } = await callAdminApi('GET /admin/voucher', {
      query: toListQuery(params, ['issuedAt', 'expiresOn']),
      signal,
    });
    return { data: vouchers.map((voucher) => ({ ...voucher, id: voucher.code })), total };
  }) as DataProvider['getList'],
};

export const vouchersScreens: readonly ResourceScreens[] = [
  {
    name: 'voucher',
    group: 'orders',
    icon: CardGiftcard,
    list: lazy(() => import('./VoucherList.tsx')),
    adapter: voucherAdapter,
    recordRepresentation: ({ code }) => String(code),
  },
];
