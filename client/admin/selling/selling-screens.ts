import CalendarMonth from '@mui/icons-material/CalendarMonth';
import { lazy } from 'react';
import type { CustomScreen, ResourceScreens } from '../core/admin-screen.ts';
import { createScreensOfResource } from '../resources/resource-screens.ts';

/** The screens of selling: delivery, payment and discounts, in the order of the menu. */
export const sellingScreens: readonly ResourceScreens[] = [
  { ...createScreensOfResource('discount-code'), list: lazy(() => import('./DiscountCodeList.tsx')) },
  createScreensOfResource(
    'carrier',
    lazy(() => import('./ShippingFeePreview.tsx')),
  ),
  createScreensOfResource('pickup-point'),
  createScreensOfResource('address'),
  createScreensOfResource('collection-schedule'),
  createScreensOfResource(
    'payment-method',
    lazy(() => import('./PaymentMethodHints.tsx')),
  ),
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
