import { type Theme, useMediaQuery } from '@mui/material';
import type { ReactNode } from 'react';
import { DataTable, List, TextInput } from 'react-admin';
import type { StaffVoucherView } from '#shared/orders/vouchers-contract.ts';
import { useAdminTexts } from '../core/admin-context.tsx';
import { ScreenHelp } from '../resources/ScreenHelp.tsx';
import { RedeemButton } from './RedeemButton.tsx';
import { VoucherCards } from './VoucherCards.tsx';
import { VoucherOrderLink } from './VoucherOrderLink.tsx';
import { VoucherStateText } from './VoucherStateText.tsx';

const { Col } = DataTable;

/** The vouchers that the estate has sold. Staff find a voucher by its code and redeem it in its row. */
export default function VoucherList(): ReactNode {
  const { t } = useAdminTexts();
  const isNarrow = useMediaQuery((theme: Theme) => theme.breakpoints.down('md'));
  const filters = [<TextInput key="code" source="lk:code" label={t('admin-vouchers.code')} alwaysOn resettable />];
  return (
    <>
      <ScreenHelp />
      <List
        filters={filters}
        sort={{ field: 'issuedAt', order: 'DESC' }}
        perPage={25}
        exporter={false}
        actions={false}
        {...(isNarrow && { component: 'div' })}
      >
        {isNarrow ? <VoucherCards /> : <VoucherTable />}
      </List>
    </>
  );
}

function VoucherTable(): ReactNode {
  const { t, euros } = useAdminTexts();
  return (
    <DataTable<StaffVoucherView & { id: string }> bulkActionButtons={false} rowClick={false}>
      <Col source="code" label={t('admin-vouchers.code')} disableSort />
      <Col source="name" label={t('admin-vouchers.name')} disableSort />
      <Col
        source="value"
        label={t('admin-vouchers.value')}
        disableSort
        render={({ value }: StaffVoucherView) => euros(value)}
      />
      <Col
        source="order"
        label={t('admin-vouchers.order')}
        disableSort
        render={(voucher: StaffVoucherView) => <VoucherOrderLink voucher={voucher} />}
      />
      <Col
        source="expiresOn"
        label={t('admin-vouchers.validity')}
        render={(voucher: StaffVoucherView) => <VoucherStateText voucher={voucher} />}
      />
      <Col
        label={t('admin-vouchers.action')}
        disableSort
        render={(voucher: StaffVoucherView) => <RedeemButton voucher={voucher} />}
      />
    </DataTable>
  );
}
