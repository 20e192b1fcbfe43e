import { useTexts } from '#client/core/app-context.tsx';
import type { OrderDetail } from '#shared/orders/orders-contract.ts';
import { formatClockTime } from '#shared/places/format-clock-time.ts';
import { OrderAddress } from './OrderAddress.tsx';
import { OrderFact } from './OrderFact.tsx';

export function OrderDelivery({ order }: { order: OrderDetail }) {
  const { t, date, lang } = useTexts();
  const { pickup: collection, accessPoint, carrier, address } = order;
  return (
    <OrderFact title={t(`orders.delivery.${order.deliveryType}`)}>
      {collection && (
        <p>
          {t('orders.collection', {
            day: date(`${collection.date}T12:00:00Z`, { weekday: 'long', day: 'numeric', month: 'long' }),
            from: formatClockTime(collection.from, lang),
            to: formatClockTime(collection.to, lang),
          })}
          <br />
          {collection.place}
          <br />
          {collection.address}
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
