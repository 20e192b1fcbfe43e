import Download from '@mui/icons-material/Download';
import { Button, Typography } from '@mui/material';
import type { ReactElement, ReactNode } from 'react';
import { List, type ListProps, TopToolbar, useListContext } from 'react-admin';
import { useAdminTexts } from '../core/admin-context.tsx';

type FilterValues = Readonly<Record<string, string | number | undefined>>;

interface ListWithExportProps extends Pick<ListProps, 'filterDefaultValues'> {
  /** A sentence above the list that explains its purpose. */
  help: string;
  filters: ReactElement[];
  /** Returns the URL of the export for the chosen filters; null if no export is possible with these filters. */
  getExportUrl: (filterValues: FilterValues) => string | null;
  children: ReactNode;
}

export const ListWithExport = ({ help, getExportUrl, children, ...list }: ListWithExportProps): ReactNode => (
  <>
    <Typography variant="body2" color="text.secondary" sx={{ mt: 2 }}>
      {help}
    </Typography>
    <List {...list} perPage={25} actions={<ExportAction getExportUrl={getExportUrl} />}>
      {children}
    </List>
  </>
);

/**
 * Button that downloads a CSV file from the API.
 * @param href URL of the file, see `buildApiUrl`
 */
function CsvButton({ href }: { href: string }): ReactNode {
  const { t } = useAdminTexts();
  return (
    <Button href={href} startIcon={<Download />} download>
      {t('admin-content.csv')}
    </Button>
  );
}

function ExportAction({ getExportUrl }: Pick<ListWithExportProps, 'getExportUrl'>): ReactNode {
  const { filterValues } = useListContext();
  const href = getExportUrl(filterValues as FilterValues);
  return <TopToolbar>{href && <CsvButton href={href} />}</TopToolbar>;
}
