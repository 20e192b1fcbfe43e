import type { ComponentType } from 'react';
import type { RaRecord } from 'react-admin';
import type { MenuGroup } from '#shared/resource-spec.ts';
import type { ResourceAdapter } from './resource-adapter.ts';

/**
 * The screens of one resource. They are `lazy` components, so that a screen's code is loaded when the screen is opened.
 */
export interface ResourceScreens {
  /** Name of the resource, which is the first part of the screens' URL paths. */
  name: string;
  /** The group of the menu; null for a resource without a menu entry. */
  group: MenuGroup | null;
  icon?: ComponentType;
  list?: ComponentType;
  edit?: ComponentType;
  create?: ComponentType;
  show?: ComponentType;
  /** The calls of the screens. By default they are those of the resource of the same name under `/admin/<name>`. */
  adapter?: ResourceAdapter;
  /** The text of an item where other items refer to the item. By default it is that of `describeItem`. */
  recordRepresentation?: (record: RaRecord) => string;
  /** True if only a SUPER_ADMIN sees the menu entry. */
  isReserved?: boolean;
}

/** A screen that belongs to no resource, such as the price list. */
export interface CustomScreen {
  /** URL path below `/admin`, which begins with a slash. */
  path: string;
  /** Key of the text in the menu. */
  label: string;
  group: MenuGroup | null;
  icon?: ComponentType;
  screen: ComponentType;
  isReserved?: boolean;
}
