import { type Theme, useMediaQuery } from '@mui/material';
import type { ReactNode } from 'react';
import { DataTable, List, type RaRecord, SearchInput, SimpleList } from 'react-admin';
import { searchFilterName } from '#shared/resource-spec.ts';
import { useAdminTexts } from '../core/admin-context.tsx';
import { useAdminData } from '../core/use-admin-data.ts';
import { ScreenHelp } from '../resources/ScreenHelp.tsx';

const alignRight = { textAlign: 'right' } as const;
const filters = [<SearchInput key="search" source={searchFilterName} alwaysOn />];

export default function DiscountCodeList(): ReactNode {
  const { t, euros, number, date } = useAdminTexts();
  const { data } = useAdminData('GET /admin/discount-code/use', {});
  const isNarrow = useMediaQuery((theme: Theme) => theme.breakpoints.down('sm'));
  const uses = new Map(data?.uses.map((use) => [use.idCode, use]));
  const showAmount = ({ type, amount }: RaRecord) => (type === 'EURO' ? euros(amount) : `${number(amount)} %`);
  const countUses = (id: unknown) => t('admin-selling.codes.uses', { count: uses.get(Number(id))?.orders ?? 0 });
  return (
    <>
      <ScreenHelp />
      <List filters={filters} perPage={25} exporter={false}>
        {isNarrow ? (
          <SimpleList
            primaryText={({ code }) => code}
            secondaryText={(code) =>
              [showAmount(code), code.to && date(code.to), countUses(code.id)].filter(Boolean).join(' · ')
            }
          />
        ) : (
          <DataTable bulkActionButtons={false}>
            <DataTable.Col source="code" />
            <DataTable.Col source="amount" disableSort render={showAmount} />
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
        )}
      </List>
    </>
  );
}
