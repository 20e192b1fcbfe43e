import type { ReactNode } from 'react';
import { useTexts } from '#client/core/app-context.tsx';
import { volumeLabel } from '#client/features/catalogue/format-label.ts';
import { QuotedName } from '#client/features/catalogue/QuotedName.tsx';
import { centilitres } from '#shared/catalogue/capacity.ts';
import { productPath } from '#shared/catalogue/product-address.ts';
import { imageAddress } from '#shared/media/image-address.ts';
import type { KeptAddress, OrderDetail, OrderedProduct } from '#shared/orders/orders-contract.ts';
import { clockText } from '#shared/places/clock-text.ts';
import css from './OrderDetails.module.css';

interface OrderDetailsProps {
  order: OrderDetail;
  /** How to pay stands elsewhere on the page. */
  instructed?: boolean;
}

/** Everything about an order, as it was agreed on. */
export function OrderDetails({ order, instructed = false }: OrderDetailsProps) {
  const { t } = useTexts();
  return (
    <div className={css.order}>
      <section aria-labelledby="order-lines">
        <h2 id="order-lines" className={css.title}>
          {t('ordering.order.lines')}
        </h2>
        <ul className={css.lines}>
          {order.products.map((product) => (
            <Line key={product.id} product={product} />
          ))}
        </ul>
        <Sums order={order} />
      </section>
      <div className={css.facts}>
        <Delivery order={order} />
        <Fact title={t('ordering.order.billing')}>
          <Address address={order.address.billing} />
        </Fact>
        <Fact title={t('ordering.order.payment')}>
          <p>{order.payment.label}</p>
          {order.status === 'PENDING' && !instructed && (
            <p className={css.instructions}>{order.payment.instructions}</p>
          )}
        </Fact>
        {order.message && (
          <Fact title={t('ordering.order.message')}>
            <p className={css.instructions}>{order.message}</p>
          </Fact>
        )}
        <States order={order} />
      </div>
    </div>
  );
}

function Line({ product }: { product: OrderedProduct }) {
  const texts = useTexts();
  const { t, euros } = texts;
  const { slug, name, idProduct, kind, type, year, image } = product;
  const format = type === 'BOX' ? '' : volumeLabel(centilitres(product), texts);
  const facts = [year, format].filter(Boolean).join(' · ');
  return (
    <li>
      <div className={css.picture}>
        {image && (
          <img src={imageAddress(image.url, 128)} alt="" width={image.width} height={image.height} loading="lazy" />
        )}
      </div>
      <div>
        <p className={css.name}>
          {slug === null ? (
            <QuotedName name={name} />
          ) : (
            <a href={productPath({ id: idProduct, slug, kind })}>
              <QuotedName name={name} />
            </a>
          )}
        </p>
        {facts && <p className={css.soft}>{facts}</p>}
        <p className={css.soft}>
          {t('ordering.order.each', { count: product.quantity, price: euros(product.price) })}
          {product.pricePerLitre !== null &&
            ` · ${t('catalogue.price.per-litre', { price: euros(product.pricePerLitre) })}`}
        </p>
      </div>
      <p className={css.amount}>{euros(product.total)}</p>
    </li>
  );
}

function Sums({ order }: { order: OrderDetail }) {
  const { t, euros, number } = useTexts();
  return (
    <dl className={css.sums}>
      <div>
        <dt>{t('ordering.sum.goods-plain')}</dt>
        <dd>{euros(order.subtotal)}</dd>
      </div>
      {order.discountCode && (
        <div>
          <dt>{t('ordering.sum.code', { code: order.discountCode })}</dt>
          <dd>{t('ordering.sum.less', { amount: euros(order.discount) })}</dd>
        </div>
      )}
      {order.carrier && (
        <div>
          <dt>{t('ordering.sum.shipping')}</dt>
          <dd>{order.shippingFees > 0 ? euros(order.shippingFees) : t('ordering.sum.shipping-free')}</dd>
        </div>
      )}
      <div className={css.total}>
        <dt>{t('ordering.sum.total')}</dt>
        <dd>{euros(order.total)}</dd>
      </div>
      {order.vat
        .filter(({ vat }) => vat > 0)
        .map(({ rate, vat }) => (
          <div key={rate} className={css.soft}>
            <dt>{t('ordering.sum.vat', { rate: number(rate) })}</dt>
            <dd>{euros(vat)}</dd>
          </div>
        ))}
    </dl>
  );
}

const Fact = ({ title, children }: { title: string; children: ReactNode }) => (
  <section>
    <h2 className={css.title}>{title}</h2>
    {children}
  </section>
);

function Delivery({ order }: { order: OrderDetail }) {
  const { t, date, lang } = useTexts();
  const { pickup, accessPoint, carrier, address } = order;
  return (
    <Fact title={t(`ordering.order.delivery.${order.deliveryType}`)}>
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
        address.delivery && <Address address={address.delivery} />
      )}
    </Fact>
  );
}

function Address({ address }: { address: KeptAddress }) {
  const { lang } = useTexts();
  const country = new Intl.DisplayNames([lang === 'fr_FR' ? 'fr' : 'en'], { type: 'region' }).of(address.country);
  return (
    <address className={css.address}>
      {address.firstname} {address.lastname}
      <br />
      {address.address}
      {address.addressPart2 && (
        <>
          <br />
          {address.addressPart2}
        </>
      )}
      <br />
      {address.postalCode} {address.city}
      <br />
      {country}
    </address>
  );
}

function States({ order }: { order: OrderDetail }) {
  const { t, date } = useTexts();
  return (
    <Fact title={t('ordering.order.states')}>
      <ol className={css.states}>
        {order.states.map(({ state, at }) => (
          <li key={`${state} ${at}`}>
            <span>{t(`ordering.state.${state}`)}</span>{' '}
            <time dateTime={at} className={css.soft}>
              {date(at, { day: 'numeric', month: 'long', hour: '2-digit', minute: '2-digit' })}
            </time>
          </li>
        ))}
      </ol>
    </Fact>
  );
}
