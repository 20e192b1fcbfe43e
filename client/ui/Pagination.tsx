import { useTexts } from '#client/core/app-context.tsx';
import { Icon } from './Icon.tsx';
import css from './Pagination.module.css';

interface PaginationProps {
  /** From 1. */
  page: number;
  pages: number;
  hrefOf: (page: number) => string;
}

/** The pages of a list that runs from the newest to the oldest, as links. */
export function Pagination({ page, pages, hrefOf }: PaginationProps) {
  const { t } = useTexts();
  if (pages < 2) return null;
  return (
    <nav className={css.pages} aria-label={t('content.pages')}>
      {page > 1 && (
        <a className={css.step} href={hrefOf(page - 1)} rel="prev">
          <Icon name="previous" />
          {t('content.pages.previous')}
        </a>
      )}
      <ol>
        {Array.from({ length: pages }, (_, index) => index + 1).map((number) => (
          <li key={number}>
            <a
              href={hrefOf(number)}
              aria-current={number === page ? 'page' : undefined}
              aria-label={t('content.pages.page', { page: number })}
            >
              {number}
            </a>
          </li>
        ))}
      </ol>
      {page < pages && (
        <a className={css.step} href={hrefOf(page + 1)} rel="next">
          {t('content.pages.next')}
          <Icon name="next" />
        </a>
      )}
    </nav>
  );
}
