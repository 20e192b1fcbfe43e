import { useTexts } from '#client/core/app-context.tsx';
import { countPages } from '#client/core/count-pages.ts';
import { Pagination } from '#client/ui/Pagination.tsx';
import { formatProductListQuery, type ProductListState } from './product-list-state.ts';

/** `Pagination` of a product list, whose links keep the filters. */
export function ProductListPagination({
  path,
  state,
  total,
}: {
  path: string;
  state: ProductListState;
  total: number;
}) {
  const { t } = useTexts();
  return (
    <Pagination
      page={state.page}
      pages={countPages(total, state.nbItem)}
      hrefOf={(page) => path + formatProductListQuery({ ...state, page })}
      labels={{
        list: t('catalogue.list.pages'),
        previous: t('catalogue.list.previous'),
        next: t('catalogue.list.next'),
        page: (page) => t('catalogue.list.page', { page }),
      }}
    />
  );
}
