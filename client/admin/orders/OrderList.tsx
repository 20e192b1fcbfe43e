import DateRange from '@mui/icons-material/DateRange';
import Download from '@mui/icons-material/Download';
import Print from '@mui/icons-material/Print';
import { Button, Menu, MenuItem, type Theme, useMediaQuery } from '@mui/material';
import { type ReactNode, useState } from 'react';
import {
  CreateButton,
  DataTable,
  DateInput,
  FilterButton,
  FunctionField,
  List,
  SearchInput,
  SelectArrayInput,
  SelectInput,
  SimpleList,
  TopToolbar,
  useListContext,
} from 'react-admin';
import { buildApiUrl } from '#client/core/build-api-url.ts';
import { orderChannels } from '#shared/orders/order-channel.ts';
import { orderStates } from '#shared/orders/order-states.ts';
import type { StaffOrderView } from '#shared/orders/staff-order-view.ts';
import { paymentMethods } from '#shared/payments/payment-method.ts';
import { addDays, toLocalDay } from '#shared/places/local-time.ts';
import { deliveryTypes } from '#shared/shipping/delivery-type.ts';
import { useAdminConfig, useAdminTexts } from '../core/admin-context.tsx';
import type { AdminTexts } from '../core/admin-texts.ts';
import { type DayFilterMeta, toListQuery } from '../core/resource-adapter.ts';
import { useChoiceFormatter } from '../inputs/use-choice-formatter.ts';
import { ScreenHelp } from '../resources/ScreenHelp.tsx';
import { OrderStateChip } from './OrderStateChip.tsx';
import { toOrderFilterQuery } from './order-adapter.ts';

const choicesOf = (t: AdminTexts['t'], kind: string, values: readonly string[]) =>
  values.map((id) => ({ id, name: t(`admin-orders.${kind}.${id}`) }));

const createFilters = (t: AdminTexts['t'], methodLabel: (method: string) => string) => [
  <SearchInput key="search" source="search" alwaysOn placeholder={t('admin-orders.search')} />,
  <SelectArrayInput
    key="status"
    source="status"
    label={t('admin-orders.status')}
    choices={choicesOf(t, 'state', orderStates)}
    alwaysOn
  />,
  <SelectInput
    key="isToPack"
    source="isToPack"
    label={t('admin-orders.toPack')}
    choices={[
      { id: 'true', name: t('admin.yes') },
      { id: 'false', name: t('admin.no') },
    ]}
  />,
  <SelectInput
    key="isToRefund"
    source="isToRefund"
    label={t('admin-orders.toRefund')}
    choices={[
      { id: 'true', name: t('admin.yes') },
      { id: 'false', name: t('admin.no') },
    ]}
  />,
  <DateInput key="from" source="from" label={t('admin-orders.from')} />,
  <DateInput key="until" source="until" label={t('admin-orders.until')} />,
  <SelectInput
    key="payment"
    source="payment"
    label={t('admin-orders.payment')}
    choices={paymentMethods.map((id) => ({ id, name: methodLabel(id) }))}
  />,
  <SelectInput
    key="deliveryType"
    source="deliveryType"
    label={t('admin-orders.delivery')}
    choices={choicesOf(t, 'deliveryType', deliveryTypes)}
  />,
  <SelectInput
    key="channel"
    source="channel"
    label={t('admin-orders.channel')}
    choices={choicesOf(t, 'channelName', orderChannels)}
  />,
];

/** Returns the customer's name; a dash for an order without one. */
const nameOf = ({ customer }: StaffOrderView): string => `${customer.firstname} ${customer.lastname}`.trim() || '–';

function ExportOrdersButton(): ReactNode {
  const { t } = useAdminTexts();
  const { timeZone } = useAdminConfig();
  const { filterValues } = useListContext();
  const query = toListQuery({ filter: toOrderFilterQuery(filterValues, timeZone) }, []);
  return (
    <Button size="small" startIcon={<Download />} href={buildApiUrl('GET /admin/order/export', { query })} download>
      {t('admin-orders.export')}
    </Button>
  );
}

export default function OrderList(): ReactNode {
  const { t } = useAdminTexts();
  const { timeZone } = useAdminConfig();
  const methodLabel = useChoiceFormatter('method');
  const isNarrow = useMediaQuery((theme: Theme) => theme.breakpoints.down('md'));
  return (
    <>
      <ScreenHelp />
      <List
        filters={createFilters(t, methodLabel)}
        sort={{ field: 'createdAt', order: 'DESC' }}
        queryOptions={{ meta: { timeZone } satisfies DayFilterMeta }}
        perPage={25}
        title={t('admin-orders.title')}
        // The list stays visible without orders, because the framework's page for an empty list would replace the
        // actions below by a general button.
        empty={false}
        actions={
          <TopToolbar>
            <FilterButton disableSaveQuery />
            <PeriodButton />
            <CreateButton label="admin-orders.create.button" />
            <ExportOrdersButton />
          </TopToolbar>
        }
      >
        {isNarrow ? <NarrowOrderList /> : <WideOrderList />}
      </List>
    </>
  );
}

/** Returns the first and last days of the periods that the menu offers, by the name of the period. */
function listPeriods(today: string): Record<string, { from: string; until: string }> {
  const monthsFromNow = (months: number): string => {
    const month = Number(today.slice(0, 4)) * 12 + Number(today.slice(5, 7)) - 1 + months;
    return `${Math.floor(month / 12)}-${String((month % 12) + 1).padStart(2, '0')}-01`;
  };
  const monthOfQuarter = (Number(today.slice(5, 7)) - 1) % 3;
  const period = (first: number, months: number) => ({
    from: monthsFromNow(first),
    until: addDays(monthsFromNow(first + months), -1),
  });
  return {
    thisMonth: period(0, 1),
    lastMonth: period(-1, 1),
    thisQuarter: period(-monthOfQuarter, 3),
    lastQuarter: period(-monthOfQuarter - 3, 3),
  };
}

/** The menu with which staff limit the list to a month or quarter, as for the books. */
function PeriodButton(): ReactNode {
  const { t } = useAdminTexts();
  const { timeZone } = useAdminConfig();
  const { filterValues, displayedFilters, setFilters } = useListContext();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const choose = (period: { from: string; until: string }) => {
    setAnchor(null);
    setFilters({ ...filterValues, ...period }, { ...displayedFilters, from: true, until: true });
  };
  return (
    <>
      <Button
        size="small"
        startIcon={<DateRange />}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        {t('admin-orders.period')}
      </Button>
      <Menu anchorEl={anchor} open={anchor !== null} onClose={() => setAnchor(null)}>
        {Object.entries(listPeriods(toLocalDay(Date.now(), timeZone))).map(([name, period]) => (
          <MenuItem key={name} onClick={() => choose(period)}>
            {t(`admin-orders.period.${name}`)}
          </MenuItem>
        ))}
      </Menu>
    </>
  );
}

/** The API renders at most this many packing lists in one document. */
const maxPackingLists = 50;

function PackingListsButton(): ReactNode {
  const { t } = useAdminTexts();
  const { selectedIds } = useListContext();
  if (selectedIds.length > maxPackingLists) return t('admin-orders.tooManySelected', { max: maxPackingLists });
  return (
    <Button
      size="small"
      startIcon={<Print />}
      href={buildApiUrl('GET /admin/order/packing-list', { query: { ids: selectedIds.join(',') } })}
      download
    >
      {t('admin-orders.packingLists')}
    </Button>
  );
}

function WideOrderList(): ReactNode {
  const { t, date, euros } = useAdminTexts();
  return (
    <DataTable rowClick="show" bulkActionButtons={<PackingListsButton />}>
      <DataTable.Col source="number" label={t('admin-orders.number')} />
      <DataTable.Col source="createdAt" label={t('admin-orders.date')}>
        <FunctionField<StaffOrderView>
          render={({ createdAt }) => date(createdAt, { dateStyle: 'short', timeStyle: 'short' })}
        />
      </DataTable.Col>
      <DataTable.Col source="customer" label={t('admin-orders.customer')} disableSort>
        <FunctionField<StaffOrderView> render={nameOf} />
      </DataTable.Col>
      <DataTable.Col source="deliveryType" label={t('admin-orders.delivery')} disableSort>
        <FunctionField<StaffOrderView>
          render={({ carrier, deliveryType }) => carrier?.name ?? t(`admin-orders.deliveryType.${deliveryType}`)}
        />
      </DataTable.Col>
      <DataTable.NumberCol source="bottles" label={t('admin-orders.bottles')} disableSort />
      <DataTable.Col source="total" label={t('admin-orders.total')} align="right">
        <FunctionField<StaffOrderView> render={({ total }) => euros(total)} />
      </DataTable.Col>
      <DataTable.Col source="status" label={t('admin-orders.status')} disableSort>
        <FunctionField<StaffOrderView> render={({ status }) => <OrderStateChip state={status} />} />
      </DataTable.Col>
    </DataTable>
  );
}

function NarrowOrderList(): ReactNode {
  const { date, euros } = useAdminTexts();
  return (
    <SimpleList<StaffOrderView>
      rowClick="show"
      primaryText={(order) => `${order.number} · ${nameOf(order)}`}
      secondaryText={({ createdAt, total }) => `${date(createdAt, { dateStyle: 'medium' })}, ${euros(total)}`}
      tertiaryText={({ status }) => <OrderStateChip state={status} />}
    />
  );
}
