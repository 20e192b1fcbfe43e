import { lazy } from 'react';
import type { CustomScreen, ResourceScreens } from '../core/admin-screen.ts';
import { createSpecScreens } from '../resources/spec-screens.ts';

const ThemeEdit = lazy(() => import('./ThemeEdit.tsx'));

/** The screens of the settings and appearance of the site, in the order of the menu. */
export const siteScreens: readonly ResourceScreens[] = [
  createSpecScreens('site-info', 'site'),
  { ...createSpecScreens('theme', 'site'), list: ThemeEdit },
  createSpecScreens('logo', 'site'),
  createSpecScreens('parameter', 'site'),
  createSpecScreens('external-app', 'site'),
];

export const siteCustomScreens: readonly CustomScreen[] = [];
