import type { CustomScreen, ResourceScreens } from '../core/admin-screen.ts';
import { createSpecScreens } from '../resources/spec-screens.ts';

/** The screens of selling: delivery, payment and discounts, in the order of the menu. */
export const sellingScreens: readonly ResourceScreens[] = [
  createSpecScreens('discount-code', 'selling'),
  createSpecScreens('carrier', 'selling'),
  createSpecScreens('pickup-point', 'selling'),
  createSpecScreens('address', 'selling'),
  createSpecScreens('collection-schedule', 'selling'),
  createSpecScreens('payment-method', 'selling'),
];

export const sellingCustomScreens: readonly CustomScreen[] = [];
