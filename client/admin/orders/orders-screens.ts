import AssignmentReturn from '@mui/icons-material/AssignmentReturn';
import ReceiptLong from '@mui/icons-material/ReceiptLong';
import { lazy } from 'react';
import type { DataProvider } from 'react-admin';
import type { ResourceScreens } from '../core/admin-screen.ts';
import { callAdminApi } from '../core/call-admin-api.ts';
import { type ResourceAdapter, toListQuery } from '../core/resource-adapter.ts';
import { orderAdapter } from './order-adapter.ts';

/** Reads the list of withdrawals, which staff cannot edit. */
const withdrawalAdapter: ResourceAdapter = {
  getList: (async (_resource, { signal, ...params }) => {
    const { withdrawals, total } = await callAdminApi('GET /admin/withdrawal', {
      query: toListQuery(params, []),
      signal,
    });
    return { data: withdrawals, total };
  }) as DataProvider['getList'],
};

/** The screens of orders, in the order of the menu. */
export const ordersScreens: readonly ResourceScreens[] = [
  {
    name: 'order',
    group: 'orders',
    icon: ReceiptLong,
    list: lazy(() => import('./OrderList.tsx')),
    show: lazy(() => import('./OrderShow.tsx')),
    create: lazy(() => import('./create/OrderCreate.tsx')),
    adapter: orderAdapter,
    recordRepresentation: ({ number }) => String(number),
  },
  {
    name: 'withdrawal',
    group: 'orders',
    icon: AssignmentReturn,
    list: lazy(() => import('./WithdrawalList.tsx')),
    adapter: withdrawalAdapter,
  },
];
