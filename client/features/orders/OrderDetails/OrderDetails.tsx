import { AddressLines } from '#client/core/AddressLines.tsx';
import { useTexts } from '#client/core/app-context.tsx';
import { formatBoxContents } from '#client/features/catalogue/format-box-contents.ts';
import { formatVolume } from '#client/features/catalogue/format-label.ts';
import { UnbrokenProductName } from '#client/features/catalogue/UnbrokenProductName.tsx';
import { toCentilitres } from '#shared/catalogue/capacity.ts';
import { isDrinkKind } from '#shared/catalogue/product-enums.ts';
import { buildProductPath } from '#shared/catalogue/product-path.ts';
import { getLocale } from '#shared/languages.ts';
import { buildImageUrl } from '#shared/media/build-image-url.ts';
import { listOrderAmounts, type OrderAmount } from '#shared/orders/list-order-amounts.ts';
import type { OrderDetail, OrderedProduct, StoredOrderAddress } from '#shared/orders/orders-contract.ts';
import { formatClockTime } from '#shared/places/format-clock-time.ts';
import { formatDeliveryTime } from '#shared/shipping/delivery-time/format-delivery-time.ts';
import { CopyIban } from '../CopyIban/CopyIban.tsx';
import css from './OrderDetails.module.css';
import { OrderDetailsSection } from './OrderDetailsSection.tsx';
import { OrderStateHistory } from './OrderStateHistory.tsx';
import { PaymentDueDate } from './PaymentDueDate.tsx';

interface OrderDetailsProps {
  order: OrderDetail;
  /** True if the page shows the payment instructions elsewhere. */
  hidesInstructions?: boolean;
}

/** Shows the codes of the order's vouchers, so that a customer who has lost the mail still has the codes. */
function OrderVouchers({ order: { vouchers } }: { order: OrderDetail }) {
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

export function OrderDetails({ order, hidesInstructions = false }: OrderDetailsProps) {
  const { t } = useTexts();
  return (
    <div className={css.order}>
      <section aria-labelledby="order-lines">
        <h2 id="order-lines" className={css.title}>
          {t('orders.lines')}
        </h2>
        <ul className={css.lines}>
          {order.products.map((product) => (
            <OrderLine key={product.id} product={product} />
          ))}
        </ul>
        <OrderSums order={order} />
      </section>
      <div className={css.facts}>
        <OrderVouchers order={order} />
        <OrderDelivery order={order} />
        <OrderDetailsSection title={t('orders.billing')}>
          <OrderAddress address={order.address.billing} />
        </OrderDetailsSection>
        <OrderDetailsSection title={t('orders.payment')}>
          <p>{order.payment.label}</p>
          {order.status === 'PENDING' && !hidesInstructions && (
            <>
              <p className={css.instructions}>{order.payment.instructions}</p>
              <PaymentDueDate order={order} />
              <CopyIban instructions={order.payment.instructions} />
            </>
          )}
        </OrderDetailsSection>
        <MoneyBack order={order} />
        {order.message && (
          <OrderDetailsSection title={t('orders.message')}>
            <p className={css.instructions}>{order.message}</p>
          </OrderDetailsSection>
        )}
        <OrderStateHistory order={order} />
      </div>
    </div>
  );
}

/** Shows the refunds of an order, and payments that were not needed for it. */
function MoneyBack({ order: { surplusPayments, refunds } }: { order: OrderDetail }) {
  const { t, euros, date } = useTexts();
  if (surplusPayments.length + refunds.length === 0) return null;
  return (
    <OrderDetailsSection title={t('orders.surplus')}>
      {refunds.map(({ amount, at, reason }) => (
        <p key={at} className={css.instructions}>
          {t('orders.surplus.refunded', { amount: euros(amount), date: date(at) })}
          {reason && <span> {reason}</span>}
        </p>
      ))}
      {surplusPayments.map(({ amount, receivedAt, refundedAt }) => (
        <p key={receivedAt} className={css.instructions}>
          {refundedAt === null
            ? t('orders.surplus.due', { amount: euros(amount), date: date(receivedAt) })
            : t('orders.surplus.refunded', { amount: euros(amount), date: date(refundedAt) })}
        </p>
      ))}
    </OrderDetailsSection>
  );
}

function OrderLine({ product }: { product: OrderedProduct }) {
  const texts = useTexts();
  const { t, euros } = texts;
  const { slug, name, idProduct, kind, year, image } = product;
  const format = isDrinkKind(kind) ? formatVolume(toCentilitres(product), texts) : '';
  const facts = [year, format].filter(Boolean).join(' · ');
  const contents = formatBoxContents(product.contents, texts);
  return (
    <li>
      <div className={css.picture}>
        {image && (
          <img src={buildImageUrl(image.url, 128)} alt="" width={image.width} height={image.height} loading="lazy" />
        )}
      </div>
      <div>
        <p className={css.name}>
          {slug === null ? (
            <UnbrokenProductName name={name} />
          ) : (
            <a href={buildProductPath({ id: idProduct, slug, kind })}>
              <UnbrokenProductName name={name} />
            </a>
          )}
        </p>
        {facts && <p className={css.soft}>{facts}</p>}
        {contents && <p className={css.soft}>{contents}</p>}
        <p className={css.soft}>
          {t('orders.each', { count: product.quantity, price: euros(product.price) })}
          {product.pricePerLitre !== null && (
            <span> · {t('catalogue.price.per-litre', { price: euros(product.pricePerLitre) })}</span>
          )}
        </p>
      </div>
      <p className={css.amount}>{euros(product.total)}</p>
    </li>
  );
}

export function OrderSums({ order }: { order: OrderDetail }) {
  const { t, euros, number } = useTexts();
  const toRow = (row: OrderAmount): [label: string, amount: string, className?: string] => {
    switch (row.kind) {
      case 'discount':
        return [t('orders.sum.code', { code: row.code }), t('orders.sum.less', { amount: euros(row.amount) })];
      case 'shipping':
        return [t('orders.sum.shipping'), row.amount > 0 ? euros(row.amount) : t('orders.sum.shipping-free')];
      case 'vat':
        return [t('orders.sum.vat', { rate: number(row.rate ?? 0) }), euros(row.amount), css.soft];
      default:
        return [t(`orders.sum.${row.kind}`), euros(row.amount), row.kind === 'total' ? css.total : ''];
    }
  };
  return (
    <dl className={css.sums}>
      {listOrderAmounts({ ...order, isShipped: order.carrier !== null })
        .map(toRow)
        .map(([label, amount, className]) => (
          <div key={label} className={className}>
            <dt>{label}</dt>
            <dd>{amount}</dd>
          </div>
        ))}
    </dl>
  );
}

const deliveryTimeKeys = { exact: 'orders.delivery-time', range: 'orders.delivery-time.range' } as const;

function OrderDelivery({ order }: { order: OrderDetail }) {
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

function OrderAddress({ address }: { address: StoredOrderAddress }) {
  const { lang } = useTexts();
  const country = new Intl.DisplayNames([getLocale(lang)], { type: 'region' }).of(address.country);
  return (
    <address className={css.address}>
      {address.firstname} {address.lastname}
      <br />
      <AddressLines address={address} country={country} />
    </address>
  );
}
