import { TablePagination, TextField, Typography } from '@mui/material';
import type { ReactNode } from 'react';
import { Title } from 'react-admin';
import { useAdminTexts } from '../core/admin-context.tsx';
import type { PagedSearchState } from './use-paged-search-state.ts';

interface SearchHeaderProps {
  title: string;
  help: string;
  paged: PagedSearchState;
  /** True while typed values would be lost by another search. */
  isDisabled?: boolean;
}

/** The head of a catalogue screen: title, explanation and search field. */
export function SearchHeader({ title, help, paged, isDisabled = false }: SearchHeaderProps): ReactNode {
  const { t } = useAdminTexts();
  return (
    <>
      <Title title={title} />
      <Typography variant="body2" color="text.secondary" sx={{ maxWidth: '70ch' }}>
        {help}
      </Typography>
      <TextField
        label={t('admin-catalogue.search')}
        value={paged.search}
        onChange={(event) => paged.setSearch(event.target.value)}
        disabled={isDisabled}
        sx={{ maxWidth: 360 }}
      />
    </>
  );
}

interface PageControlsProps extends Pick<SearchHeaderProps, 'paged' | 'isDisabled'> {
  /** Number of items on all pages. */
  total: number;
}

/** The page controls below the items of a catalogue screen. */
export function PageControls({ paged, total, isDisabled = false }: PageControlsProps): ReactNode {
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
