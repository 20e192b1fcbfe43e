import { z } from 'zod';
import { Id, Position, Slug } from '../input-fields.ts';
import { languages } from '../languages.ts';
import { Localized } from '../localized.ts';
import { ContentInput } from './content-input.ts';

export const BlogFolderInput = z.strictObject({
  id: Id,
  /** Id of the folder that contains this one; null at the top. */
  parent: Id.nullable().default(null),
  slug: z.union([Slug, z.partialRecord(z.enum(languages), Slug)]),
  name: Localized,
  /** Plain text. */
  description: Localized.default(''),
  /** The id of a picture. */
  image: Id.nullable().default(null),
  position: Position,
});
export type BlogFolderInput = z.infer<typeof BlogFolderInput>;

export const BlogPostInput = ContentInput.extend({
  /** The id of its folder; null for a post outside all folders. */
  folder: Id.nullable().default(null),
});
export type BlogPostInput = z.infer<typeof BlogPostInput>;
