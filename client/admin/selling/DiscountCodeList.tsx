import type { ReactNode } from 'react';
import { DataTable, List, SearchInput } from 'react-admin';
import { searchFilterName } from '#shared/resource-spec.ts';
import { useAdminTexts } from '../core/admin-context.tsx';
import { useAdminData } from '../core/use-admin-data.ts';
import { ScreenHelp } from '../resources/ScreenHelp.tsx';

const alignRight = { textAlign: 'right' } as const;
const filters = [<SearchInput key="search" source={searchFilterName} alwaysOn />];

export default function DiscountCodeList(): ReactNode {
  const { t, euros, number, date } = useAdminTexts();
  const { data } = useAdminData('GET /admin/discount-code/use', {});
  const uses = new Map(data?.uses.map((use) => [use.idCode, use]));
  return (
    <>
      <ScreenHelp />
      <List filters={filters} perPage={25} exporter={false}>
        <DataTable bulkActionButtons={false}>
          <DataTable.Col source="code" />
          <DataTable.Col
            source="amount"
            disableSort
            render={({ type, amount }) => (type === 'EURO' ? euros(amount) : `${number(amount)} %`)}
          />
          <DataTable.Col source="to" disableSort render={({ to }) => (to ? date(to) : '–')} />
          <DataTable.Col
            sx={alignRight}
            source="orders"
            label={t('admin-selling.codes.orders')}
            disableSort
            render={({ id }) => number(uses.get(Number(id))?.orders ?? 0)}
          />
          <DataTable.Col
            sx={alignRight}
            source="discount"
            label={t('admin-selling.codes.discount')}
            disableSort
            render={({ id }) => euros(uses.get(Number(id))?.discount ?? 0)}
          />
        </DataTable>
      </List>
    </>
  );
}
