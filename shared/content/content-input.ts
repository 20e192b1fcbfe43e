import { z } from 'zod';
import { defineResourceSpec, type ResourceSpec } from '#shared/resource-spec.ts';
import { Id, Instant, ListPosition, Picture, Slug } from '../input-fields.ts';
import { languages } from '../languages.ts';
import { Localized } from '../localized.ts';
import { LocalizedMarkdownOrHtml } from '../localized-markdown-or-html.ts';
import {
  type StandardContentTypeName,
  standardContentTypeNames,
  standardContentTypes,
} from './standard-content-types.ts';

export const ContentInput = z.strictObject({
  id: Id,
  slug: z.union([Slug, z.partialRecord(z.enum(languages), Slug)]),
  title: Localized,
  /** The summary of the item in plain text. */
  summary: Localized,
  publishedAt: Instant,
  promoted: z.boolean().default(false),
  image: Id.nullable().default(null),
  images: z.array(Id).default([]),
  body: LocalizedMarkdownOrHtml,
});
export type ContentInput = z.infer<typeof ContentInput>;

export const BlogFolderInput = z
  .strictObject({
    id: Id,
    /** Id of the folder that contains the folder; null for a folder at the top of the blog. */
    parent: Id.nullable().default(null),
    slug: z.union([Slug, z.partialRecord(z.enum(languages), Slug)]),
    name: Localized,
    /** The description in plain text. */
    description: Localized.default(''),
    image: Picture.nullable().default(null),
    position: ListPosition,
  })
  .meta({ examples: [{ id: 1, slug: 'la-vigne', name: 'La vigne', position: 0 }] });

export const BlogPostInput = ContentInput.extend({
  /** Id of the folder that contains the post; null for a post outside all folders. */
  folder: Id.nullable().default(null),
  /** Slugs of tags. Visitors can filter by the tags that have a label. */
  tags: z.array(Slug).max(20).default([]),
});
export type BlogPostInput = z.infer<typeof BlogPostInput>;

export const maxAlbumMedia = 1_000;

export const AlbumMediumFields = z.strictObject({
  /** The id of the picture, or of the poster of the video. */
  image: Id.nullable().default(null),
  /** The id of a video file; null for a picture. */
  video: Id.nullable().default(null),
  /** The caption in plain text. */
  caption: Localized.default(''),
});

export const hasPictureOrVideo = ({ image, video }: { image: unknown; video: unknown }): boolean =>
  image !== null || video !== null;

const AlbumMediumInput = AlbumMediumFields.refine(hasPictureOrVideo, { error: 'needs a picture or a video' });

export const AlbumInput = ContentInput.omit({ images: true }).extend({
  media: z.array(AlbumMediumInput).max(maxAlbumMedia),
});
export type AlbumInput = z.infer<typeof AlbumInput>;

/** The filters and orders of lists of content with a publication date. */
const datedList = {
  fields: { title: 'text', publishedAt: 'date', promoted: 'boolean' },
  orders: ['id', 'title', 'publishedAt'],
  columns: ['title', 'publishedAt', 'promoted'],
} as const;

export const standardContentResourceSpecs = Object.fromEntries(
  standardContentTypeNames.map((name) => [
    name,
    defineResourceSpec({
      name: standardContentTypes[name].resource,
      group: 'news',
      key: 'id',
      keys: 'assigned',
      input: ContentInput,
      list: datedList,
    }),
  ]),
) as Record<StandardContentTypeName, ResourceSpec<ContentInput>>;

export const albumResourceSpec = defineResourceSpec({
  name: 'album',
  group: 'news',
  key: 'id',
  keys: 'assigned',
  input: AlbumInput,
  list: datedList,
});

export const blogFolderResourceSpec = defineResourceSpec({
  name: 'blog-folder',
  group: 'news',
  key: 'id',
  keys: 'assigned',
  file: 'blog-folders.json',
  input: BlogFolderInput,
  list: {
    fields: { name: 'text', parent: 'number', position: 'number' },
    orders: ['id', 'name', 'position'],
    columns: ['name', 'position'],
  },
});

export const blogPostResourceSpec = defineResourceSpec({
  name: 'blog',
  group: 'news',
  key: 'id',
  keys: 'assigned',
  input: BlogPostInput,
  list: datedList,
});

export const contentResourceSpecs: readonly ResourceSpec<unknown>[] = [
  ...Object.values(standardContentResourceSpecs),
  albumResourceSpec,
  blogFolderResourceSpec,
  blogPostResourceSpec,
];
