import { useTexts } from '#client/core/app-context.tsx';
import { createBreadcrumbJsonLd } from '#client/core/breadcrumb.ts';
import { countPagesOrThrowNotFound, createListPageMetadata, readPageNumber } from '#client/core/page/list-page.ts';
import { PageTitleHeader } from '#client/core/page/PageTitleHeader.tsx';
import { TagFilter } from '#client/core/page/TagFilter.tsx';
import type { PageLoader } from '#client/core/page-module.ts';
import type { BreadcrumbItem } from '#client/ui/Breadcrumb.tsx';
import { articleTypes } from '#shared/content/article-types.ts';
import type { ListFilterTag } from '#shared/list-tags.ts';
import { ContentPagination } from '../ContentPagination.tsx';
import css from './BlogList.module.css';
import { BlogPostListItem } from './BlogPostListItem.tsx';
import { type BlogTeaser, type FolderTeaser, toBlogTeaser, toFolderTeaser } from './blog-teaser.ts';
import { loadBlogFolderListPage, loadBlogListPage } from './load-blog-list.ts';

export const declaredQueryParameters = ['page', 'tag'];

interface BlogListData {
  path: string;
  title: string;
  description: string;
  crumbs: BreadcrumbItem[];
  folders: FolderTeaser[];
  posts: BlogTeaser[];
  page: number;
  pages: number;
  tags: readonly ListFilterTag[];
  /** Slug of the chosen tag; null without a filter. */
  tag: string | null;
}

export const loader: PageLoader<BlogListData> = async (args) => {
  const page = readPageNumber(args.url.searchParams);
  const list = await (args.kind === 'BLOG' ? loadBlogListPage(args, page) : loadBlogFolderListPage(args, page));
  const { id, path, title, description, crumbs, posts, tags, tag } = list;
  const pages = countPagesOrThrowNotFound(page, list.total, articleTypes.blog.pageSize);
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
