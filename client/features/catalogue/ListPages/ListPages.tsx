import { useTexts } from '#client/core/app-context.tsx';
import { pageCount, paginationPages } from '../list-pages.ts';
import { formatListQuery, type ListState } from '../list-state.ts';
import css from './ListPages.module.css';

/** Links to the pages of a list; empty for a single page. */
export function ListPages({ path, state, total }: { path: string; state: ListState; total: number }) {
  const { t } = useTexts();
  const count = pageCount(total, state.nbItem);
  if (count < 2) return null;
  const pathOfPage = (page: number) => path + formatListQuery({ ...state, page });
  return (
    <nav className={css.pages} aria-label={t('catalogue.list.pages')}>
      {state.page > 1 && (
        <a href={pathOfPage(state.page - 1)} rel="prev">
          {t('catalogue.list.previous')}
        </a>
      )}
      <ol>
        {paginationPages(state.page, count).map((page, index) => (
          <li key={page ?? `gap-${index}`}>
            {page === null ? (
              <span aria-hidden="true">…</span>
            ) : (
              <a
                href={pathOfPage(page)}
                aria-current={page === state.page ? 'page' : undefined}
                aria-label={t('catalogue.list.page', { page: String(page) })}
              >
                {page}
              </a>
            )}
          </li>
        ))}
      </ol>
      {state.page < count && (
        <a href={pathOfPage(state.page + 1)} rel="next">
          {t('catalogue.list.next')}
        </a>
      )}
    </nav>
  );
}
