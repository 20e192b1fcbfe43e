import { Card, CardContent, Typography } from '@mui/material';
import type { ReactNode } from 'react';
import type { StaffVoucherView } from '#shared/orders/vouchers-contract.ts';
import { useAdminTexts } from '../core/admin-context.tsx';
import { ItemsOrNoResults } from '../resources/ItemsOrNoResults.tsx';
import { RedeemButton } from './RedeemButton.tsx';
import { VoucherOrderLink } from './VoucherOrderLink.tsx';
import { VoucherStateText } from './VoucherStateText.tsx';

/** The vouchers of the list as cards, for narrow screens. */
export function VoucherCards(): ReactNode {
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
