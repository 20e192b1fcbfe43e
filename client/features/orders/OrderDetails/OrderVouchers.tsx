import { useTexts } from '#client/core/app-context.tsx';
import type { OrderDetail } from '#shared/orders/orders-contract.ts';
import { OrderDetailsSection } from './OrderDetailsSection.tsx';

/** Shows the codes of the order's vouchers, so that a customer who has lost the mail still has the codes. */
export function OrderVouchers({ order: { vouchers } }: { order: OrderDetail }) {
  const { t, date } = useTexts();
  if (vouchers.length === 0) return null;
  return (
    <OrderDetailsSection title={t('orders.vouchers')}>
      {vouchers.map(({ code, name, state, expiresOn }) => (
        <p key={code}>
          <strong>{code}</strong>
          <br />
          {name}
          <br />
          {t(`orders.vouchers.${state}`, { date: date(expiresOn, { dateStyle: 'long' }) })}
        </p>
      ))}
    </OrderDetailsSection>
  );
}
