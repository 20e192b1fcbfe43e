import type { PickLocalizedText } from '#server/api/contract/contract-route.ts';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import { readImagesById } from '#server/api/media/media.ts';
import { readPageTree } from '#server/api/site/site.ts';
import { buildFolderPagePath } from '#shared/content/article-types.ts';
import type { BlogFolder, BreadcrumbEntry } from '#shared/content/blog-endpoints.ts';
import { listFolderPath, listFolderSubtreeIds } from '#shared/content/blog-folder-tree.ts';
import { listPageEntriesWithPaths } from '#shared/site/page-tree.ts';
import { type BlogFolderRow, countPostsByFolder, readBlogFolderRowsById } from './blog-repository.ts';
import type { ContentReadContext } from './content-repository.ts';

export interface BlogReadContext extends ContentReadContext {
  pickLanguage: PickLocalizedText;
}

/** The folders of a site's blog, and the page of its page tree that shows the blog. */
export interface BlogFolderTree {
  /** URL path of the blog; null if the page tree does not contain it. */
  path: string | null;
  title: string;
  description: string;
  rows: ReadonlyMap<number, BlogFolderRow>;
  /** Returns the breadcrumb entry of a folder; for null or an unknown folder, that of the blog itself. */
  entryOf: (id: number | null) => BreadcrumbEntry;
  /** Returns the breadcrumb from the blog to a folder; null if there is no such folder. */
  trailOf: (id: number | null) => BreadcrumbEntry[] | null;
}

export async function readBlogFolderTree(tx: SiteTx, context: BlogReadContext): Promise<BlogFolderTree> {
  const { lang, siteLang, pickLanguage } = context;
  const rows = await readBlogFolderRowsById(tx);
  const page = listPageEntriesWithPaths(await readPageTree(tx, lang, siteLang)).find(
    ({ entry }) => entry.type === 'BLOG',
  );
  const path = page?.path ?? null;
  const blog = { id: 0, url: path ?? '', name: page?.entry.menuTitle ?? '' };
  const entryOf = (id: number | null): BreadcrumbEntry => {
    const row = id === null ? undefined : rows.get(id);
    if (!row) return blog;
    const url = path === null ? '' : buildFolderPagePath(path, { id: row.id, slug: pickLanguage(row.slug) });
    return { id: row.id, url, name: pickLanguage(row.name) };
  };
  const trailOf = (id: number | null) => {
    const trail = id === null ? [] : listFolderPath(rows, id);
    return trail && [blog, ...trail.map((row) => entryOf(row.id))];
  };
  return { path, title: blog.name, description: page?.entry.metaDescription ?? '', rows, entryOf, trailOf };
}

/** Describes folders with their pictures and numbers of posts, subfolders included; null stands for the blog itself. */
export async function readBlogFoldersByIds(
  tx: SiteTx,
  { rows, entryOf, description }: BlogFolderTree,
  ids: readonly (number | null)[],
  { now, pickLanguage }: BlogReadContext,
): Promise<BlogFolder[]> {
  const counts = await countPostsByFolder(tx, now);
  const total = (within: Iterable<number | null>) =>
    [...within].reduce((sum: number, id) => sum + (counts.get(id) ?? 0), 0);
  const found = ids.map((id) => (id === null ? null : (rows.get(id) ?? null)));
  const images = await readImagesById(
    tx,
    found.map((row) => row?.imageId ?? null),
    pickLanguage,
  );
  return found.map((row) =>
    row
      ? {
          ...entryOf(row.id),
          parent: row.parent ?? 0,
          slug: pickLanguage(row.slug),
          description: pickLanguage(row.description),
          image: row.imageId === null ? null : (images.get(row.imageId) ?? null),
          total: total(listFolderSubtreeIds(rows, row.id)),
        }
      : { ...entryOf(null), parent: null, slug: '', description, image: null, total: total(counts.keys()) },
  );
}
