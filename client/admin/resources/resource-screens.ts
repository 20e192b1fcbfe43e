import { lazy } from 'react';
import { canCreateItems } from '#shared/resource-spec.ts';
import type { MenuGroup, ResourceScreens } from '../core/admin-screen.ts';
import { findResourceSpecOrThrow } from './find-resource-spec-or-throw.ts';
import { resourceIcons } from './resource-icons.ts';

const ResourceList = lazy(() => import('./ResourceList.tsx'));
const ResourceEdit = lazy(() => import('./ResourceEdit.tsx'));
const ResourceCreate = lazy(() => import('./ResourceCreate.tsx'));

/**
 * Creates the screens of a resource from its spec. For a resource with a single item, `list` is the form of the item. A
 * resource that needs other screens replaces them in the result.
 */
export function createScreensOfResource(name: string, group: MenuGroup): ResourceScreens {
  const spec = findResourceSpecOrThrow(name);
  const icon = resourceIcons[name];
  const common = { name, group, ...(icon && { icon }) };
  if (spec.key === null) return { ...common, list: ResourceEdit };
  return {
    ...common,
    list: ResourceList,
    edit: ResourceEdit,
    ...(canCreateItems(spec) && { create: ResourceCreate }),
  };
}
