import AssignmentReturn from '@mui/icons-material/AssignmentReturn';
import ReceiptLong from '@mui/icons-material/ReceiptLong';
import { lazy } from 'react';
import type { ResourceScreens } from '../core/admin-screen.ts';
import { orderAdapter } from './order-adapter.ts';
import { withdrawalAdapter } from './withdrawal-adapter.ts';

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
