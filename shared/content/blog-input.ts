import { z } from 'zod';
import { Id, ListPosition, Slug } from '../input-fields.ts';
import { languages } from '../languages.ts';
import { Localized } from '../localized.ts';
import { ContentInput } from './content-input.ts';

export const BlogFolderInput = z.strictObject({
  id: Id,
  /** Id of the folder that contains the folder; null for a folder at the top of the blog. */
  parent: Id.nullable().default(null),
  slug: z.union([Slug, z.partialRecord(z.enum(languages), Slug)]),
  name: Localized,
  /** The description in plain text. */
  description: Localized.default(''),
  /** The image id of the folder's picture. */
  image: Id.nullable().default(null),
  position: ListPosition,
});
export type BlogFolderInput = z.infer<typeof BlogFolderInput>;

export const BlogPostInput = ContentInput.extend({
  /** Id of the folder that contains the post; null for a post outside all folders. */
  folder: Id.nullable().default(null),
  /** Slugs of tags. Visitors can filter by the tags that have a label. */
  tags: z.array(Slug).max(20).default([]),
});
export type BlogPostInput = z.infer<typeof BlogPostInput>;
