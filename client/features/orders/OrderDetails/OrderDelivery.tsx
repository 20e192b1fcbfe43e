import { useTexts } from '#client/core/app-context.tsx';
import type { OrderDetail } from '#shared/orders/orders-contract.ts';
import { clockText } from '#shared/places/clock-text.ts';
import { OrderAddress } from './OrderAddress.tsx';
import { OrderFact } from './OrderFact.tsx';

export function OrderDelivery({ order }: { order: OrderDetail }) {
  const { t, date, lang } = useTexts();
  const { pickup, accessPoint, carrier, address } = order;
  return (
    <OrderFact title={t(`ordering.order.delivery.${order.deliveryType}`)}>
      {pickup && (
        <p>
          {t('ordering.order.pickup', {
            day: date(`${pickup.date}T12:00:00Z`, { weekday: 'long', day: 'numeric', month: 'long' }),
            from: clockText(pickup.from, lang),
            to: clockText(pickup.to, lang),
          })}
          <br />
          {pickup.place}
          <br />
          {pickup.address}
        </p>
      )}
      {carrier && <p>{carrier.name}</p>}
      {accessPoint ? (
        <p>
          {accessPoint.name}
          <br />
          {accessPoint.addLine1}
          <br />
          {accessPoint.zipCode} {accessPoint.city}
        </p>
      ) : (
        address.delivery && <OrderAddress address={address.delivery} />
      )}
    </OrderFact>
  );
}
