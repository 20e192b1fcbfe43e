import { Pagination } from '#client/ui/Pagination.tsx';
import type { ListFilterTag } from '#shared/list-tags.ts';
import { useTexts } from '../app-context.tsx';
import css from './ListNavigation.module.css';

interface ListPaginationProps {
  page: number;
  pages: number;
  hrefOf: (page: number) => string;
  /** Labels of the links to the previous and the next page, such as "Newer" and "Older" for a list in order of date. */
  steps?: { previous: string; next: string };
}

/** Links to the pages of a list, with the labels that all lists share. */
export function ListPagination({ steps, ...list }: ListPaginationProps) {
  const { t } = useTexts();
  return (
    <Pagination
      {...list}
      labels={{
        list: t('site.list.pages'),
        previous: steps?.previous ?? t('site.list.previous'),
        next: steps?.next ?? t('site.list.next'),
        page: (page) => t('site.list.page', { page }),
      }}
    />
  );
}

interface TagFilterProps {
  /** URL path of the list without a filter. */
  path: string;
  tags: readonly ListFilterTag[];
  /** Slug of the chosen tag; null without a filter. */
  selected: string | null;
}

export function TagFilter({ path, tags, selected }: TagFilterProps) {
  const { t } = useTexts();
  if (tags.length === 0) return null;
  const links = [
    { slug: null, href: path, label: t('site.tags.all') },
    ...tags.map(({ slug, label }) => ({ slug, href: `${path}?tag=${slug}`, label })),
  ];
  return (
    <nav className={css.tags} aria-label={t('site.tags')}>
      <ul>
        {links.map(({ slug, href, label }) => (
          <li key={href}>
            <a href={href} aria-current={slug === selected ? 'true' : undefined}>
              {label}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
