import { Typography } from '@mui/material';
import type { ReactElement, ReactNode } from 'react';
import { List, type ListProps, TopToolbar, useListContext } from 'react-admin';
import { CsvButton, type CsvButtonProps } from './CsvButton.tsx';

type FilterValues = Readonly<Record<string, string | number | undefined>>;

interface ListWithExportProps extends Pick<ListProps, 'filterDefaultValues'> {
  /** A sentence above the list that explains its purpose. */
  help: string;
  filters: ReactElement[];
  /** Returns the export for the chosen filters; null if no export is possible with these filters. */
  getExport: (filterValues: FilterValues) => CsvButtonProps | null;
  children: ReactNode;
}

/** A list of form submissions, registrations or subscribers, with an export as CSV. */
export const ListWithExport = ({ help, getExport, children, ...list }: ListWithExportProps): ReactNode => (
  <>
    <Typography variant="body2" color="text.secondary" sx={{ mt: 2 }}>
      {help}
    </Typography>
    <List {...list} perPage={25} actions={<ExportAction getExport={getExport} />}>
      {children}
    </List>
  </>
);

function ExportAction({ getExport }: Pick<ListWithExportProps, 'getExport'>): ReactNode {
  const { filterValues } = useListContext();
  const csv = getExport(filterValues as FilterValues);
  return <TopToolbar>{csv && <CsvButton {...csv} />}</TopToolbar>;
}
