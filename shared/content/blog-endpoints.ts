import { z } from 'zod';
import { contentTypePages } from '../content-type-pages.ts';
import { defineContract, IdParam } from '../endpoint.ts';
import { createListQuerySchema } from '../list-query.ts';
import { ListFilterTag } from '../list-tags.ts';
import { Image } from '../media/image.ts';
import { ContentDetail, ContentItem } from './content-endpoints.ts';

/** An entry of a breadcrumb. The blog itself has the id 0. */
const BreadcrumbEntry = z.object({
  id: z.int(),
  /** URL path on the site, such as `/carnet/folder/la-vigne/2`; empty if the site's page tree has no blog. */
  url: z.string(),
  name: z.string(),
});
export type BreadcrumbEntry = z.infer<typeof BreadcrumbEntry>;

/** A folder of blog posts. The blog itself is a folder with the id 0 and an empty slug. */
const BlogFolder = BreadcrumbEntry.extend({
  /** Id of the folder that contains the folder, 0 at the top of the blog; null for the blog itself. */
  parent: z.int().nullable(),
  slug: z.string(),
  /** The description of the folder in plain text. */
  description: z.string(),
  image: Image.nullable(),
  /** Number of published posts in this folder and the folders below it. */
  total: z.int(),
});
export type BlogFolder = z.infer<typeof BlogFolder>;

const BlogPost = ContentItem.extend({ folder: BreadcrumbEntry, tags: z.array(z.string()) });
export type BlogPost = z.infer<typeof BlogPost>;

const BlogPostDetail = ContentDetail.extend({ folder: BreadcrumbEntry, tags: z.array(z.string()) });

const params = z.object({ id: IdParam });
const refusals = { not_found: 404 } as const;
const query = createListQuerySchema({
  fields: { promoted: 'boolean', title: 'text', search: 'text', publishedAt: 'date', tag: 'words' },
  orders: ['publishedAt', 'title'],
  nbItem: contentTypePages.blog.pageSize,
});
const list = z.object({
  folders: z.array(BlogFolder),
  blogs: z.array(BlogPost),
  total: z.int(),
  /** The tags of all published posts in the folder and below it, regardless of the query. */
  tags: z.array(ListFilterTag),
});
const folder = z.object({ folder: BlogFolder });
const ariane = z.object({ ariane: z.array(BreadcrumbEntry) });

/**
 * The specification writes `/blog/folder/` and `/blog/folder/ariane/` with a trailing slash, so these calls are served
 * with and without it.
 */
export const blogEndpoints = defineContract({
  'GET /blog/folder/list': {
    summary: 'The folders at the top of the blog, and the posts of all folders, newest first',
    query,
    data: list,
  },
  'GET /blog/folder/list/{id}': {
    summary: 'The folders directly in a folder, and the posts in it and below it, newest first',
    params,
    query,
    data: list,
    refusals,
  },
  'GET /blog/folder': { summary: 'The blog itself as a folder', aliases: ['/blog/folder/'], data: folder },
  'GET /blog/folder/{id}': { summary: 'One folder of the blog', params, data: folder, refusals },
  'GET /blog/folder/ariane': {
    summary: 'The breadcrumb of the blog itself',
    aliases: ['/blog/folder/ariane/'],
    data: ariane,
  },
  'GET /blog/folder/ariane/{id}': {
    summary: 'The breadcrumb of a folder, from the blog to the folder',
    params,
    data: ariane,
    refusals,
  },
  'GET /blog/ariane/{id}': {
    summary: 'The breadcrumb of a blog post, from the blog to the post',
    params,
    data: ariane,
    refusals,
  },
  'GET /blog/{id}': { summary: 'One blog post', params, data: z.object({ blog: BlogPostDetail }), refusals },
});
