import { TextField, Typography } from '@mui/material';
import type { ReactNode } from 'react';
import { Title } from 'react-admin';
import { useAdminTexts } from '../../core/admin-context.tsx';
import type { PagedSearchState } from './use-paged-search-state.ts';

interface SearchHeaderProps {
  title: string;
  help: string;
  paged: PagedSearchState;
  /** True while typed values would be lost by another search. */
  isDisabled?: boolean;
}

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
