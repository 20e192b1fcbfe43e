import { type Theme, useMediaQuery } from '@mui/material';
import type { ReactNode } from 'react';
import {
  CreateButton,
  DataTable,
  DateInput,
  FunctionField,
  List,
  SearchInput,
  SelectArrayInput,
  SelectInput,
  SimpleList,
  TopToolbar,
} from 'react-admin';
import { orderChannels } from '#shared/orders/order-channel.ts';
import { orderStates } from '#shared/orders/order-states.ts';
import type { StaffOrderView } from '#shared/orders/staff-order-view.ts';
import { paymentMethods } from '#shared/payments/payment-method.ts';
import { deliveryTypes } from '#shared/shipping/delivery-type.ts';
import { useAdminConfig, useAdminTexts } from '../core/admin-context.tsx';
import type { AdminTexts } from '../core/admin-texts.ts';
import { useChoiceFormatter } from '../inputs/use-choice-formatter.ts';
import { ScreenHelp } from '../resources/ScreenHelp.tsx';
import { ExportOrdersButton } from './ExportOrdersButton.tsx';
import { OrderStateChip } from './OrderStateChip.tsx';
import type { OrderListQueryMeta } from './order-adapter.ts';
import { PackingListsButton } from './PackingListsButton.tsx';

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

/** The list of orders with its filters. */
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
        queryOptions={{ meta: { timeZone } satisfies OrderListQueryMeta }}
        perPage={25}
        title={t('admin-orders.title')}
        // The list stays visible without orders, because the framework's page for an empty list would replace the
        // actions below by a general button.
        empty={false}
        actions={
          <TopToolbar>
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
