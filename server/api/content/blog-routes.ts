import { and, count, eq, inArray, type SQL, sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import {
  type ContractCall,
  type ContractRouteDependencies,
  createContractRouter,
  type PickLocalizedText,
} from '#server/api/contract/contract-route.ts';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import { readImagesById } from '#server/api/media/media.ts';
import { readTagsOfListedItems } from '#server/api/site/read-tags-of-listed-items.ts';
import { readPageTree } from '#server/api/site/site.ts';
import { buildFolderPagePath } from '#shared/content/article-types.ts';
import { type BlogFolder, type BreadcrumbEntry, blogEndpoints } from '#shared/content/blog-endpoints.ts';
import { listFolderPath, listFolderSubtreeIds } from '#shared/content/blog-folder-tree.ts';
import { buildItemPath } from '#shared/content-type-pages.ts';
import type { ListQuery } from '#shared/list-query.ts';
import { ok, refuse } from '#shared/outcome.ts';
import { listPageEntriesWithPaths } from '#shared/site/page-tree.ts';
import {
  type BlogFolderRow,
  buildIsPublishedSql,
  type ContentReadContext,
  readFolderRows,
  readPublishedContent,
  readPublishedContentItem,
  toContentDetail,
  toContentItems,
} from './content-repository.ts';
import { blogPostFolderAssignments, blogPosts, tablesByArticleType } from './content-tables.ts';

/** Counts the published posts directly in each folder; the key null counts those outside all folders. */
async function countPostsByFolder(tx: SiteTx, now: Date): Promise<Map<number | null, number>> {
  const rows = await tx
    .select({ folder: blogPostFolderAssignments.folderId, posts: count() })
    .from(blogPosts)
    .leftJoin(blogPostFolderAssignments, eq(blogPostFolderAssignments.blogPostId, blogPosts.id))
    .where(buildIsPublishedSql(blogPosts, now))
    .groupBy(blogPostFolderAssignments.folderId);
  return new Map(rows.map(({ folder, posts }) => [folder, posts]));
}

const isPostInFoldersSql = (ids: readonly number[]): SQL =>
  sql`exists (select from ${blogPostFolderAssignments} where ${blogPostFolderAssignments.blogPostId} = ${blogPosts.id}
    and ${inArray(blogPostFolderAssignments.folderId, [...ids])})`;

async function readPostFolders(tx: SiteTx, posts: readonly number[]): Promise<Map<number, number>> {
  if (posts.length === 0) return new Map();
  const rows = await tx
    .select({ post: blogPostFolderAssignments.blogPostId, folder: blogPostFolderAssignments.folderId })
    .from(blogPostFolderAssignments)
    .where(inArray(blogPostFolderAssignments.blogPostId, [...posts]));
  return new Map(rows.map(({ post, folder }) => [post, folder]));
}

type BlogCall = Pick<ContractCall<object>, 'lang' | 'site' | 'pickLanguage' | 'withSiteTransaction'>;

interface BlogReadContext extends ContentReadContext {
  pickLanguage: PickLocalizedText;
}

interface BlogFolderTree {
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

async function readBlogFolderTree(tx: SiteTx, context: BlogReadContext): Promise<BlogFolderTree> {
  const { lang, siteLang, pickLanguage } = context;
  const rows = await readFolderRows(tx);
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
async function readBlogFoldersByIds(
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

const withBlog = <T>(
  call: BlogCall,
  work: (tx: SiteTx, blog: BlogFolderTree, context: BlogReadContext) => Promise<T>,
) =>
  call.withSiteTransaction(async (tx) => {
    const { lang, site, pickLanguage } = call;
    const context = { lang, siteLang: site.defaultLang, now: new Date(), pickLanguage };
    return work(tx, await readBlogFolderTree(tx, context), context);
  });

export function blogRoutes(app: FastifyInstance, dependencies: ContractRouteDependencies): void {
  const route = createContractRouter(app, 'blog', blogEndpoints, dependencies);

  route('GET /blog/folder/list', (call) =>
    withBlog(call, (tx, blog, context) => readFolderList(tx, blog, null, call.query, context)),
  );
  route('GET /blog/folder/list/{id}', (call) =>
    withBlog(call, async (tx, blog, context) => {
      const { id } = call.params;
      return blog.trailOf(id) ? ok(await readFolderList(tx, blog, id, call.query, context)) : refuse('not_found');
    }),
  );
  route('GET /blog/folder', (call) =>
    withBlog(call, async (tx, blog, context) => ({ folder: await describeFolder(tx, blog, null, context) })),
  );
  route('GET /blog/folder/{id}', (call) =>
    withBlog(call, async (tx, blog, context) => {
      const { id } = call.params;
      return blog.trailOf(id) ? ok({ folder: await describeFolder(tx, blog, id, context) }) : refuse('not_found');
    }),
  );
  route('GET /blog/folder/ariane', (call) => withBlog(call, async (_tx, blog) => ({ ariane: [blog.entryOf(null)] })));
  route('GET /blog/folder/ariane/{id}', (call) =>
    withBlog(call, async (_tx, blog) => {
      const ariane = blog.trailOf(call.params.id);
      return ariane ? ok({ ariane }) : refuse('not_found');
    }),
  );
  postRoutes(route);
}

function postRoutes(route: ReturnType<typeof createContractRouter<typeof blogEndpoints>>): void {
  route('GET /blog/ariane/{id}', (call) =>
    withBlog(call, async (tx, blog, { now, pickLanguage }) => {
      const { id } = call.params;
      const found = await readPublishedContentItem(tx, tablesByArticleType.blog, id, now);
      if (!found) return refuse('not_found');
      const folder = (await readPostFolders(tx, [id])).get(id) ?? null;
      const slug = pickLanguage(found.row.slug);
      const post = {
        id,
        url: blog.path === null ? '' : buildItemPath(blog.path, { id, slug }),
        name: pickLanguage(found.row.title),
      };
      return ok({ ariane: [...(blog.trailOf(folder) ?? [blog.entryOf(null)]), post] });
    }),
  );
  route('GET /blog/{id}', (call) =>
    withBlog(call, async (tx, blog, { now, pickLanguage }) => {
      const { id } = call.params;
      const found = await readPublishedContentItem(tx, tablesByArticleType.blog, id, now);
      if (!found) return refuse('not_found');
      const folder = (await readPostFolders(tx, [id])).get(id) ?? null;
      const detail = await toContentDetail(tx, found, pickLanguage);
      return ok({ blog: { ...detail, folder: blog.entryOf(folder), tags: found.row.tags } });
    }),
  );
}

async function describeFolder(tx: SiteTx, blog: BlogFolderTree, id: number | null, context: BlogReadContext) {
  const [folder] = await readBlogFoldersByIds(tx, blog, [id], context);
  if (!folder) throw new Error(`folder ${id} was not described`);
  return folder;
}

async function readFolderList(
  tx: SiteTx,
  blog: BlogFolderTree,
  parent: number | null,
  query: ListQuery,
  context: BlogReadContext,
) {
  const children = [...blog.rows.values()].filter((row) => row.parent === parent).map(({ id }) => id);
  const within = parent === null ? undefined : isPostInFoldersSql(listFolderSubtreeIds(blog.rows, parent));
  const { rows, total } = await readPublishedContent(tx, tablesByArticleType.blog, query, context, within);
  const folderOf = await readPostFolders(
    tx,
    rows.map(({ id }) => id),
  );
  const posts = await toContentItems(tx, rows, context.pickLanguage);
  return {
    folders: await readBlogFoldersByIds(tx, blog, children, context),
    blogs: posts.map((post, index) => ({
      ...post,
      folder: blog.entryOf(folderOf.get(post.id) ?? null),
      tags: rows[index]?.tags ?? [],
    })),
    total,
    tags: await readTagsOfListedItems(
      tx,
      { table: blogPosts, column: blogPosts.tags },
      and(within, buildIsPublishedSql(blogPosts, context.now)),
      context.pickLanguage,
    ),
  };
}
