import { Icon } from './Icon.tsx';
import css from './Pagination.module.css';

interface PaginationLabels {
  list: string;
  previous: string;
  next: string;
  page: (page: number) => string;
}

interface PaginationProps {
  /** Number of the current page of the list, starting at 1. */
  page: number;
  pages: number;
  hrefOf: (page: number) => string;
  labels: PaginationLabels;
}

/**
 * Lists the page numbers to link to: the first, the last, and `page` with its neighbours. `null` stands for a gap of
 * several numbers.
 */
export function listPaginationPages(page: number, count: number): (number | null)[] {
  const shown = [1, page - 1, page, page + 1, count]
    .filter((number) => number >= 1 && number <= count)
    .filter((number, index, all) => all.indexOf(number) === index)
    .sort((a, b) => a - b);
  return shown.flatMap((number, index) => {
    const before = shown[index - 1];
    if (before === undefined || number - before === 1) return [number];
    return number - before === 2 ? [number - 1, number] : [null, number];
  });
}

/** Shows links to the pages of a list, and nothing for a list of one page. */
export function Pagination({ page, pages, hrefOf, labels }: PaginationProps) {
  if (pages < 2) return null;
  return (
    <nav className={css.pages} aria-label={labels.list}>
      {page > 1 && (
        <a className={css.step} href={hrefOf(page - 1)} rel="prev">
          <Icon name="previous" />
          {labels.previous}
        </a>
      )}
      <ol>
        {listPaginationPages(page, pages).map((number, index) => (
          <li key={number ?? `gap-${index}`}>
            {number === null ? (
              <span aria-hidden="true">…</span>
            ) : (
              <a
                href={hrefOf(number)}
                aria-current={number === page ? 'page' : undefined}
                aria-label={labels.page(number)}
              >
                {number}
              </a>
            )}
          </li>
        ))}
      </ol>
      {page < pages && (
        <a className={css.step} href={hrefOf(page + 1)} rel="next">
          {labels.next}
          <Icon name="next" />
        </a>
      )}
    </nav>
  );
}
