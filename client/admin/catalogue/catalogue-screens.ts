import type { CustomScreen, ResourceScreens } from '../core/admin-screen.ts';
import { createSpecScreens } from '../resources/spec-screens.ts';

/** The screens of the catalogue, in the order of the menu. */
export const catalogueScreens: readonly ResourceScreens[] = [
  createSpecScreens('product', 'catalogue'),
  createSpecScreens('tag', 'catalogue'),
  createSpecScreens('variation', 'catalogue'),
  createSpecScreens('meal-icon', 'catalogue'),
  createSpecScreens('award', 'catalogue'),
  createSpecScreens('e-label', 'catalogue'),
];

export const catalogueCustomScreens: readonly CustomScreen[] = [];
