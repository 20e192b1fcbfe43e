import type { CustomScreen, ResourceScreens } from '../core/admin-screen.ts';

/** The screens of orders, in the order of the menu. */
export const ordersScreens: readonly ResourceScreens[] = [];

export const ordersCustomScreens: readonly CustomScreen[] = [];
