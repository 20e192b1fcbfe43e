import type { CustomScreen, ResourceScreens } from '../core/admin-screen.ts';
import { createSpecScreens } from '../resources/spec-screens.ts';

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
  createSpecScreens('image', 'content'),
  createSpecScreens('file', 'content'),
];

export const contentCustomScreens: readonly CustomScreen[] = [];
