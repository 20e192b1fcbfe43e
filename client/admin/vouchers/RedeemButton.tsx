import { Button } from '@mui/material';
import { type ReactNode, useState } from 'react';
import { Confirm, HttpError, useNotify, useRefresh } from 'react-admin';
import type { StaffVoucherView } from '#shared/orders/vouchers-contract.ts';
import { useAdminTexts } from '../core/admin-context.tsx';
import { callAdminApi } from '../core/call-admin-api.ts';

/** Redeems a voucher after a confirmation, because a redemption cannot be undone. */
export function RedeemButton({ voucher: { code, name, state } }: { voucher: StaffVoucherView }): ReactNode {
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
