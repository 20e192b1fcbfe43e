import { lazy } from 'react';
import type { ResourceScreens } from '../core/admin-screen.ts';
import { createScreensOfResource } from '../resources/resource-screens.ts';

/** The screens of pages and the page tree, in the order of the menu. */
export const pagesScreens: readonly ResourceScreens[] = [
  {
    ...createScreensOfResource('page'),
    edit: lazy(() => import('./editor/PageEditor.tsx')),
    create: lazy(() => import('./PageCreate.tsx')),
  },
  { ...createScreensOfResource('page-tree'), edit: lazy(() => import('./tree/PageTreeEdit.tsx')) },
];
