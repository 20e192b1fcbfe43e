import { defineResourceSpec, type ResourceSpec } from '#shared/resource-spec.ts';
import { AlbumInput } from './album-input.ts';
import { BlogFolderInput, BlogPostInput } from './blog-input.ts';
import { ContentInput } from './content-input.ts';
import {
  type StandardContentTypeName,
  standardContentTypeNames,
  standardContentTypes,
} from './standard-content-types.ts';

/** The filters and orders of lists of content with a publication date. */
const datedList = {
  fields: { title: 'text', publishedAt: 'date', promoted: 'boolean' },
  orders: ['id', 'title', 'publishedAt'],
} as const;

/** The specs of the standard content types, such as news. */
export const standardContentResourceSpecs = Object.fromEntries(
  standardContentTypeNames.map((name) => [
    name,
    defineResourceSpec({
      name: standardContentTypes[name].resource,
      key: 'id',
      keys: 'assigned',
      input: ContentInput,
      list: datedList,
    }),
  ]),
) as Record<StandardContentTypeName, ResourceSpec<ContentInput>>;

export const albumResourceSpec = defineResourceSpec({
  name: 'album',
  key: 'id',
  keys: 'assigned',
  input: AlbumInput,
  list: datedList,
});

export const blogFolderResourceSpec = defineResourceSpec({
  name: 'blog-folder',
  key: 'id',
  keys: 'assigned',
  input: BlogFolderInput,
  list: { fields: { name: 'text', parent: 'number', position: 'number' }, orders: ['id', 'name', 'position'] },
});

export const blogPostResourceSpec = defineResourceSpec({
  name: 'blog',
  key: 'id',
  keys: 'assigned',
  input: BlogPostInput,
  list: datedList,
});
