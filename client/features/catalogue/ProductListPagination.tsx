import { useTexts } from '#client/core/app-context.tsx';
import { pageCount } from '#client/core/page-count.ts';
import { Pagination } from '#client/ui/Pagination.tsx';
import { formatListQuery, type ListState } from './list-state.ts';

/** `Pagination` of a list of products, whose links keep the filters. */
export function ProductListPagination({ path, state, total }: { path: string; state: ListState; total: number }) {
  const { t } = useTexts();
  return (
    <Pagination
      page={state.page}
      pages={pageCount(total, state.nbItem)}
      hrefOf={(page) => path + formatListQuery({ ...state, page })}
      labels={{
        list: t('catalogue.list.pages'),
        previous: t('catalogue.list.previous'),
        next: t('catalogue.list.next'),
        page: (page) => t('catalogue.list.page', { page }),
      }}
    />
  );
}
