import { type Theme, useMediaQuery } from '@mui/material';
import type { ReactNode } from 'react';
import { DataTable, List, SearchInput, SimpleList } from 'react-admin';
import type { CustomerSummary } from '#shared/admin/customers-contract.ts';
import { useAdminTexts } from '../core/admin-context.tsx';
import { ScreenHelp } from '../resources/ScreenHelp.tsx';

const { Col } = DataTable;
const filters = [<SearchInput key="search" source="search" alwaysOn />];

/** The accounts of the estate, by default those with the latest activity first. */
export default function CustomerList(): ReactNode {
  const { t, date } = useAdminTexts();
  const isNarrow = useMediaQuery((theme: Theme) => theme.breakpoints.down('sm'));
  const day = (iso: string) => date(iso, { dateStyle: 'medium' });
  return (
    <>
      <ScreenHelp />
      <List
        filters={filters}
        sort={{ field: 'lastActiveAt', order: 'DESC' }}
        perPage={25}
        exporter={false}
        actions={false}
      >
        {isNarrow ? (
          <SimpleList<CustomerSummary>
            linkType="show"
            primaryText={({ firstname, lastname, email }) => `${firstname} ${lastname}`.trim() || email}
            secondaryText={({ email }) => email}
          />
        ) : (
          <DataTable<CustomerSummary> bulkActionButtons={false} rowClick="show">
            <Col
              source="lastname"
              label={t('admin-people.name')}
              render={({ firstname, lastname }: CustomerSummary) => `${firstname} ${lastname}`.trim() || '–'}
            />
            <Col source="email" label={t('admin-people.email')} />
            <Col source="orders" label={t('admin-people.orders')} disableSort />
            <Col
              source="lastActiveAt"
              label={t('admin-people.lastActive')}
              render={({ lastActiveAt }: CustomerSummary) => day(lastActiveAt)}
            />
          </DataTable>
        )}
      </List>
    </>
  );
}
