import { useTexts } from '#client/core/app-context.tsx';
import { createBreadcrumb, createBreadcrumbJsonLd } from '#client/core/breadcrumb.ts';
import { loadItemAlternates } from '#client/core/page/item-pages.ts';
import { TagFilter } from '#client/core/page/ListNavigation.tsx';
import {
  countPagesOrThrowNotFound,
  createListPageMetadata,
  readListByTag,
  readPageNumber,
  type TaggedListPageData,
} from '#client/core/page/list-page.ts';
import { PageTitleHeader } from '#client/core/page/PageTitleHeader.tsx';
import {
  createNotFoundError,
  createRedirectError,
  type LoaderArgs,
  type PageLoader,
} from '#client/core/page-module.ts';
import { coverSizes } from '#client/ui/cover-sizes.ts';
import { Picture } from '#client/ui/Picture.tsx';
import { articleTypes, buildFolderPagePath } from '#shared/content/article-types.ts';
import type { BlogFolder, BlogPost, blogEndpoints } from '#shared/content/blog-endpoints.ts';
import type { ContentReadOptions } from '#shared/content-type.ts';
import type { DataOf } from '#shared/endpoint.ts';
import { parseId } from '#shared/ids/parse-id.ts';
import type { Lang } from '#shared/languages.ts';
import { breakpointsPx, mobileBreakpointPx } from '#shared/limits.ts';
import type { ApiReader } from '#shared/rendering.ts';
import { ContentPagination } from '../ContentPagination.tsx';
import { type ContentTeaser, toContentTeaser } from '../content-teaser.ts';
import css from './BlogList.module.css';

export const declaredQueryParameters = ['page', 'tag'];

interface BlogListData extends TaggedListPageData {
  folders: FolderTeaser[];
  posts: BlogTeaser[];
}

/** One page of the posts in the blog, or in one folder and the folders below it. */
interface BlogList extends Omit<TaggedListPageData, 'page' | 'pages'> {
  /** Id of the folder; 0 for the blog itself. */
  id: number;
  folders: readonly BlogFolder[];
  posts: readonly BlogPost[];
  total: number;
  /** URL paths of the folder by language; undefined for the blog itself, which is part of the page tree. */
  alternates?: Partial<Record<Lang, string>>;
}

const nbItem = articleTypes.blog.pageSize;

async function loadBlogListPage({ read, entry, shell, url }: LoaderArgs, page: number): Promise<BlogList> {
  if (entry?.path == null) throw createNotFoundError();
  const { path, title, description } = entry;
  const { list, tag } = await readListByTag(url.searchParams, page, (filter) =>
    read('GET /blog/folder/list', { query: { nbItem, ...filter } }),
  );
  const crumbs = createBreadcrumb({ shell }, path);
  return { ...toFoundPosts(list, tag), id: 0, path, title, description, crumbs };
}

type PostList = DataOf<(typeof blogEndpoints)['GET /blog/folder/list']>;

const toFoundPosts = ({ folders, blogs, total, tags }: PostList, tag: string | null) => ({
  folders,
  posts: blogs,
  total,
  tags,
  tag,
});

async function loadBlogFolderListPage(args: LoaderArgs, page: number): Promise<BlogList> {
  const { read, shell, url, entry } = args;
  const id = parseId(args.params.id);
  const blogPath = entry?.path;
  if (id === null || !blogPath) throw createNotFoundError();
  const params = { id };
  const [folder, { list, tag }, { ariane }] = await Promise.all([
    readFolder(read, id),
    readListByTag(url.searchParams, page, (filter) =>
      read('GET /blog/folder/list/{id}', { params, query: { nbItem, ...filter } }),
    ),
    read('GET /blog/folder/ariane/{id}', { params }),
  ]);
  const path = buildFolderPagePath(blogPath, folder);
  if (args.params.slug !== folder.slug) throw createRedirectError(path);
  const trail = ariane.slice(1).map(({ name, url }) => ({ title: name, path: url }));
  return {
    id,
    path,
    title: folder.name,
    description: folder.description,
    crumbs: [...createBreadcrumb({ shell }, blogPath), ...trail],
    ...toFoundPosts(list, tag),
    alternates: await loadItemAlternates({ readDetail: readFolder }, args, entry, folder, buildFolderPagePath),
  };
}

const readFolder = async (read: ApiReader, id: number, { lang }: ContentReadOptions = {}): Promise<BlogFolder> =>
  (await read('GET /blog/folder/{id}', { params: { id }, ...(lang && { lang }) })).folder;

export const loader: PageLoader<BlogListData> = async (args) => {
  const page = readPageNumber(args.url.searchParams);
  const list = await (args.kind === 'BLOG' ? loadBlogListPage(args, page) : loadBlogFolderListPage(args, page));
  const { id, path, title, description, crumbs, posts, tags, tag } = list;
  const pages = countPagesOrThrowNotFound(page, list.total, nbItem);
  const metadata = createListPageMetadata(title, { path, page, pages, tag }, args.texts);
  return {
    status: 200,
    data: {
      path,
      title,
      description,
      crumbs,
      folders: list.folders.map(toFolderTeaser),
      posts: posts.map((post) => toBlogTeaser(post, id, args)),
      page,
      pages,
      tags,
      tag,
    },
    head: {
      ...metadata,
      title: id === 0 ? metadata.title : `${metadata.title} | ${args.site.name}`,
      description,
      image: posts[0]?.image,
      alternates: list.alternates,
      jsonLd: import.meta.env.SSR ? [createBreadcrumbJsonLd(args, crumbs, path)] : [],
    },
  };
};

/**
 * Page of the blog or of one of its folders. It lists the folders directly below, and the posts at any depth, newest
 * first.
 */
export function Page({ data }: { data: BlogListData }) {
  const { t } = useTexts();
  const { path, title, description, crumbs, folders, posts, page, pages, tags, tag } = data;
  return (
    <div className="page">
      <PageTitleHeader crumbs={crumbs} title={title}>
        {page === 1 && description && <p>{description}</p>}
      </PageTitleHeader>
      {folders.length > 0 && <Folders folders={folders} />}
      <TagFilter path={path} tags={tags} selected={tag} />
      {posts.length === 0 && <p className={css.empty}>{t('content.blog.empty')}</p>}
      <div className={css.list}>
        {posts.map((post, index) => (
          <BlogPostListItem key={post.href} post={post} isFirst={index === 0} isLarge={index === 0 && page === 1} />
        ))}
      </div>
      <ContentPagination list={{ path, page, pages, tag }} />
    </div>
  );
}

function Folders({ folders }: Pick<BlogListData, 'folders'>) {
  const { t } = useTexts();
  return (
    <nav className={css.folders} aria-label={t('content.blog.folders')}>
      <ul>
        {folders.map(({ href, name, total }) => (
          <li key={href}>
            <a href={href}>
              {name} <span>{t('content.blog.posts', { count: total })}</span>
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

interface BlogListItemProps {
  post: BlogTeaser;
  /** Loads the picture with priority, because it is visible without scrolling. */
  isFirst: boolean;
  /** True for the large layout of the newest post at the top of the list. */
  isLarge: boolean;
}

const sizes = {
  large: `(min-width: ${mobileBreakpointPx}px) 57vw, 94vw`,
  small: `(min-width: ${mobileBreakpointPx}px) 30vw, (min-width: ${breakpointsPx.xs}px) 46vw, 94vw`,
};

function BlogPostListItem({ post, isFirst, isLarge }: BlogListItemProps) {
  const { date } = useTexts();
  const { href, title, summary, publishedAt, picture, folder } = post;
  return (
    <article className={css.item} data-large={isLarge || undefined}>
      {picture && (
        <Picture
          className={css.picture}
          image={picture}
          alt=""
          hasPriority={isFirst}
          sizes={coverSizes(picture, isLarge ? sizes.large : sizes.small, 3 / 2)}
          maxWidth={isLarge ? 1440 : 960}
        />
      )}
      <div className={css.words}>
        <p className={css.facts}>
          {folder && <a href={folder.href}>{folder.name}</a>}
          <time dateTime={publishedAt}>{date(publishedAt)}</time>
        </p>
        <h2 className={css.title}>
          <a href={href}>{title}</a>
        </h2>
        <p>{summary}</p>
      </div>
    </article>
  );
}

interface FolderLink {
  href: string;
  name: string;
}

interface BlogTeaser extends ContentTeaser {
  /** The folder of the post; null if the post is outside all folders, or if the list is that of the folder itself. */
  folder: FolderLink | null;
}

interface FolderTeaser extends FolderLink {
  /** Number of posts in the folder and below it. */
  total: number;
}

const toFolderTeaser = ({ url, name, total }: BlogFolder): FolderTeaser => ({ href: url, name, total });

/**
 * Converts a blog post to the fields that lists show.
 * @param current id of the folder whose list contains the post; 0 for the blog itself
 */
const toBlogTeaser = (post: BlogPost, current: number, args: Pick<LoaderArgs, 'shell'>): BlogTeaser => ({
  ...toContentTeaser(post, articleTypes.blog, args),
  folder: post.folder.id === 0 || post.folder.id === current ? null : { href: post.folder.url, name: post.folder.name },
});
