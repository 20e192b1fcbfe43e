import type { z } from 'zod';
import { createListQuerySchema, type ListQuerySpec } from './list-query.ts';

/** The groups of the panel's menu, in their order. */
export const menuGroups = ['orders', 'catalogue', 'selling', 'pages', 'news', 'messages', 'site', 'people'] as const;
export type MenuGroup = (typeof menuGroups)[number];

export interface ResourceSpec<Input> {
  /** Name of the resource in the URL path `/admin/<name>`. */
  name: string;
  /** The group of the panel's menu. */
  group: MenuGroup;
  /** The property of the input that is the item's key; null if a site has only one such item. */
  key: string | null;
  /**
   * The origin of the keys of new items. `assigned`: the system assigns an id. `chosen`: the creator chooses the key.
   * `uploaded`: an upload creates the items, so they can only be saved and deleted. `fixed`: items can only be saved.
   */
  keys: 'assigned' | 'chosen' | 'uploaded' | 'fixed';
  /** The schema of an item. The example in its metadata is that of the API's documentation, and a sample for tests. */
  input: z.ZodType<Input>;
  /**
   * The file below `content/` whose list of entries has the fields of the input (`createFileSchema`): pictures are
   * paths, and the order of the entries is their position.
   */
  file?: `${string}.json`;
  /** The present names of renamed fields, by the names that files of the previous version use. */
  formerFields?: Readonly<Record<string, string>>;
  /**
   * The filters and orders of the resource's list, and the columns that staff see, the item's name first. The filter
   * `search` exists for every resource.
   */
  list: Pick<ListQuerySpec, 'fields' | 'orders'> & { columns: readonly string[] };
}

/** Returns `spec` unchanged. The call infers the type of the input. */
export const defineResourceSpec = <Input>(spec: ResourceSpec<Input>): ResourceSpec<Input> => spec;

/** Checks whether staff create the items of a resource by a call of the resource. */
export const canCreateItems = ({ keys }: Pick<ResourceSpec<unknown>, 'keys'>): boolean =>
  keys === 'assigned' || keys === 'chosen';

/** The name of the filter that looks for words in the filterable text fields of an item, in all languages. */
export const searchFilterName = 'search';

/** The name of the filter by the ids of items, with which the items that others refer to are read at once. */
export const idsFilterName = 'ids';

export const createResourceListQuerySchema = ({ key, list }: ResourceSpec<unknown>) =>
  createListQuerySchema({
    fields: { ...list.fields, [searchFilterName]: 'text', ...(key === 'id' && { [idsFilterName]: 'ids' }) },
    orders: list.orders,
  });
