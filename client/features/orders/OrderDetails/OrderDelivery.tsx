import { useTexts } from '#client/core/app-context.tsx';
import type { OrderDetail } from '#shared/orders/orders-contract.ts';
import { formatClockTime } from '#shared/places/format-clock-time.ts';
import { formatDeliveryTime } from '#shared/shipping/delivery-time/format-delivery-time.ts';
import { OrderAddress } from './OrderAddress.tsx';
import css from './OrderDetails.module.css';
import { OrderDetailsSection } from './OrderDetailsSection.tsx';

const deliveryTimeKeys = { exact: 'orders.delivery-time', range: 'orders.delivery-time.range' } as const;

export function OrderDelivery({ order }: { order: OrderDetail }) {
  const { t, date, lang } = useTexts();
  const { pickup: collection, accessPoint, carrier, address } = order;
  return (
    <OrderDetailsSection title={t(`orders.delivery.${order.deliveryType}`)}>
      {collection && (
        <p>
          {t('orders.collection', {
            day: date(collection.date, { weekday: 'long', day: 'numeric', month: 'long' }),
            from: formatClockTime(collection.from, lang),
            to: formatClockTime(collection.to, lang),
          })}
          <br />
          {collection.place}
          <br />
          {collection.address}
        </p>
      )}
      {carrier && (
        <p>
          {carrier.name}
          {carrier.deliveryTime && (
            <>
              <br />
              <span className={css.soft}>{formatDeliveryTime(t, deliveryTimeKeys, carrier.deliveryTime)}</span>
            </>
          )}
        </p>
      )}
      {order.tracking && <Tracking tracking={order.tracking} />}
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
    </OrderDetailsSection>
  );
}

function Tracking({ tracking: { number, url } }: { tracking: NonNullable<OrderDetail['tracking']> }) {
  const { t } = useTexts();
  return (
    <p>
      {t('orders.tracking', { number })}
      {url && (
        <>
          <br />
          <a href={url} target="_blank" rel="noopener noreferrer">
            {t('orders.tracking.link')}
          </a>
        </>
      )}
    </p>
  );
}
