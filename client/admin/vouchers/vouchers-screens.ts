import CardGiftcard from '@mui/icons-material/CardGiftcard';
import { lazy } from 'react';
import type { ResourceScreens } from '../core/admin-screen.ts';
import { voucherAdapter } from './voucher-adapter.ts';

/** The screen of the vouchers that the estate has sold. */
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
