import type { CustomScreen, MenuGroup, ResourceScreens } from './core/admin-screen.ts';
import { createSpecScreens } from './resources/spec-screens.ts';

const specScreens = (group: MenuGroup, names: readonly string[]): ResourceScreens[] =>
  names.map((name) => createSpecScreens(name, group));

/** The screens of all resources, in the order of the menu. */
export const resourceScreens: readonly ResourceScreens[] = [
  ...specScreens('catalogue', ['product', 'tag', 'variation', 'meal-icon', 'award', 'e-label']),
  ...specScreens('selling', [
    'discount-code',
    'carrier',
    'pickup-point',
    'address',
    'collection-schedule',
    'payment-method',
  ]),
  ...specScreens('content', [
    'page',
    'page-tree',
    'news',
    'blog',
    'blog-folder',
    'album',
    'element',
    'service',
    'form',
    'popup',
    'newsletter-list',
    'demonstration-review',
    'image',
    'file',
  ]),
  ...specScreens('site', ['site-info', 'theme', 'logo', 'parameter', 'external-app']),
];

/** The screens that belong to no resource. */
export const customScreens: readonly CustomScreen[] = [];
