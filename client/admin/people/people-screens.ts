import type { CustomScreen, ResourceScreens } from '../core/admin-screen.ts';

/** The screens of staff, customers and the audit log, in the order of the menu. */
export const peopleScreens: readonly ResourceScreens[] = [];

export const peopleCustomScreens: readonly CustomScreen[] = [];
