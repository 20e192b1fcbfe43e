import { lazy } from 'react';
import type { CustomScreen, ResourceScreens } from '../core/admin-screen.ts';
import { createSpecScreens } from '../resources/spec-screens.ts';

const ImageList = lazy(() => import('./ImageList.tsx'));
const ImageEdit = lazy(() => import('./ImageEdit.tsx'));
const FileList = lazy(() => import('./FileList.tsx'));
const FileEdit = lazy(() => import('./FileEdit.tsx'));

/** The screens of content other than pages, in the order of the menu. */
export const contentScreens: readonly ResourceScreens[] = [
  createSpecScreens('news', 'content'),
  createSpecScreens('blog', 'content'),
  createSpecScreens('blog-folder', 'content'),
  createSpecScreens('album', 'content'),
  createSpecScreens('element', 'content'),
  createSpecScreens('service', 'content'),
  createSpecScreens('form', 'content'),
  createSpecScreens('popup', 'content'),
  createSpecScreens('newsletter-list', 'content'),
  createSpecScreens('demonstration-review', 'content'),
  { ...createSpecScreens('image', 'content'), list: ImageList, edit: ImageEdit },
  { ...createSpecScreens('file', 'content'), list: FileList, edit: FileEdit },
];

export const contentCustomScreens: readonly CustomScreen[] = [];
