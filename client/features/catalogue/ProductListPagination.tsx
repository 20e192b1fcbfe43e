import { countPages } from '#client/core/count-pages.ts';
import { ListPagination } from '#client/core/page/ListNavigation.tsx';
import { formatProductListQuery, type ProductListState } from './product-list-state.ts';

/** Pagination of a product list, whose links keep filters and sort order. */
export function ProductListPagination({
  path,
  state,
  total,
}: {
  path: string;
  state: ProductListState;
  total: number;
}) {
  return (
    <ListPagination
      page={state.page}
      pages={countPages(total, state.nbItem)}
      hrefOf={(page) => path + formatProductListQuery({ ...state, page })}
    />
  );
}
