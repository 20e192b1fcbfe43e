import CalendarMonth from '@mui/icons-material/CalendarMonth';
import { lazy } from 'react';
import type { CustomScreen, ResourceScreens } from '../core/admin-screen.ts';
import { createScreensOfResource } from '../resources/resource-screens.ts';

/** The screens of selling: delivery, payment and discounts, in the order of the menu. */
export const sellingScreens: readonly ResourceScreens[] = [
  { ...createScreensOfResource('discount-code', 'selling'), list: lazy(() => import('./DiscountCodeList.tsx')) },
  {
    ...createScreensOfResource('carrier', 'selling'),
    edit: lazy(() => import('./CarrierEdit.tsx')),
    create: lazy(() => import('./CarrierCreate.tsx')),
  },
  createScreensOfResource('pickup-point', 'selling'),
  createScreensOfResource('address', 'selling'),
  createScreensOfResource('collection-schedule', 'selling'),
  {
    ...createScreensOfResource('payment-method', 'selling'),
    edit: lazy(() => import('./PaymentMethodEdit.tsx')),
    create: lazy(() => import('./PaymentMethodCreate.tsx')),
  },
];

export const sellingCustomScreens: readonly CustomScreen[] = [
  {
    path: '/collection-calendar',
    label: 'admin-selling.calendar.title',
    group: 'selling',
    icon: CalendarMonth,
    screen: lazy(() => import('./CollectionCalendarScreen.tsx')),
  },
];
