import type { CustomScreen, ResourceScreens } from '../core/admin-screen.ts';
import { createSpecScreens } from '../resources/spec-screens.ts';

/** The screens of the settings and appearance of the site, in the order of the menu. */
export const siteScreens: readonly ResourceScreens[] = [
  createSpecScreens('site-info', 'site'),
  createSpecScreens('theme', 'site'),
  createSpecScreens('logo', 'site'),
  createSpecScreens('parameter', 'site'),
  createSpecScreens('external-app', 'site'),
];

export const siteCustomScreens: readonly CustomScreen[] = [];
