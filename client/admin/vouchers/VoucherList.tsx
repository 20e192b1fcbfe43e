import { Button, Card, CardContent, type Theme, Typography, useMediaQuery } from '@mui/material';
import { type ReactNode, useState } from 'react';
import { Confirm, DataTable, HttpError, Link, List, TextInput, useNotify, useRefresh } from 'react-admin';
import type { StaffVoucherView } from '#shared/orders/vouchers-contract.ts';
import { useAdminTexts } from '../core/admin-context.tsx';
import { callAdminApi } from '../core/call-admin-api.ts';
import { ItemsOrNoResults } from '../resources/ItemsOrNoResults.tsx';
import { ScreenHelp } from '../resources/ScreenHelp.tsx';

const { Col } = DataTable;

const VoucherOrderLink = ({ voucher: { order } }: { voucher: StaffVoucherView }): ReactNode => (
  <Link to={`/order/${order.id}/show`}>{order.number}</Link>
);

/** Shows the state of a voucher, with the last day of its validity or the day on which it was redeemed. */
function VoucherStateText({ voucher: { state, expiresOn, redeemedAt } }: { voucher: StaffVoucherView }): ReactNode {
  const { t, date } = useAdminTexts();
  const day = redeemedAt ? date(redeemedAt, { dateStyle: 'medium' }) : date(expiresOn, { dateStyle: 'medium' });
  return t(`admin-vouchers.state.${state}`, { date: day });
}

/** The vouchers of the list as cards, for narrow screens. */
function VoucherCards(): ReactNode {
  const { euros } = useAdminTexts();
  return (
    <ItemsOrNoResults<StaffVoucherView & { id: string }>>
      {(vouchers) =>
        vouchers.map((voucher) => (
          <Card key={voucher.code} sx={{ mb: 1.5 }}>
            <CardContent>
              <Typography sx={{ fontWeight: 600 }}>{voucher.code}</Typography>
              <Typography>
                {voucher.name}, {euros(voucher.value)}
              </Typography>
              <Typography variant="body2" color="text.secondary" sx={{ mb: 1 }}>
                <VoucherOrderLink voucher={voucher} />
                {' – '}
                <VoucherStateText voucher={voucher} />
              </Typography>
              <RedeemButton voucher={voucher} />
            </CardContent>
          </Card>
        ))
      }
    </ItemsOrNoResults>
  );
}

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

/** Redeems a voucher after a confirmation, because a redemption cannot be undone. */
function RedeemButton({ voucher: { code, name, state } }: { voucher: StaffVoucherView }): ReactNode {
  const { t } = useAdminTexts();
  const notify = useNotify();
  const refresh = useRefresh();
  const [isConfirming, setIsConfirming] = useState(false);
  const [isSending, setIsSending] = useState(false);
  if (state !== 'VALID') return null;

  const redeem = async () => {
    setIsSending(true);
    try {
      await callAdminApi('POST /admin/voucher/redeem', { body: { code } });
      notify(t('admin-vouchers.redeemed', { code }), { type: 'success' });
    } catch (error) {
      const message = error instanceof HttpError ? error.message : '';
      notify(message || t('admin-vouchers.failed'), { type: 'error' });
    }
    setIsSending(false);
    setIsConfirming(false);
    refresh();
  };

  return (
    <>
      <Button size="small" variant="outlined" onClick={() => setIsConfirming(true)}>
        {t('admin-vouchers.redeem')}
      </Button>
      <Confirm
        isOpen={isConfirming}
        loading={isSending}
        title={t('admin-vouchers.confirm.title', { code })}
        content={t('admin-vouchers.confirm.text', { name })}
        confirm={t('admin-vouchers.redeem')}
        cancel={t('admin-vouchers.cancel')}
        onConfirm={() => void redeem()}
        onClose={() => setIsConfirming(false)}
      />
    </>
  );
}
