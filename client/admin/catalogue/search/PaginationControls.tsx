import { TablePagination } from '@mui/material';
import type { ReactNode } from 'react';
import { useAdminTexts } from '../../core/admin-context.tsx';
import type { PagedSearchState } from './use-paged-search-state.ts';

interface PageControlsProps {
  paged: PagedSearchState;
  /** Number of items on all pages. */
  total: number;
  /** True while entered values would be lost by another page. */
  isDisabled?: boolean;
}

export function PaginationControls({ paged, total, isDisabled = false }: PageControlsProps): ReactNode {
  const { t } = useAdminTexts();
  return (
    <TablePagination
      labelDisplayedRows={(range) => t('admin-catalogue.range', { ...range })}
      getItemAriaLabel={(direction) => t(`admin-catalogue.page.${direction}`)}
      component="div"
      count={total}
      page={paged.page}
      rowsPerPage={paged.pageSize}
      rowsPerPageOptions={[paged.pageSize]}
      onPageChange={(_event, next) => paged.setPage(next)}
      disabled={isDisabled}
    />
  );
}
