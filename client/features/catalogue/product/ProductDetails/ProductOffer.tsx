import { useContext } from 'react';
import { useShell, useTexts } from '#client/core/app-context.tsx';
import { phoneHref } from '#client/core/phone.ts';
import { ProductPrice } from '#client/features/catalogue/ProductPrice/ProductPrice.tsx';
import type { ProductView } from '../product-view.ts';
import { ProductActionSlot } from '#client/features/catalogue/purchase-slots.ts';
import { StockNote } from '#client/features/catalogue/StockNote/StockNote.tsx';
import { lowStockLimit, stockSummary } from '#client/features/catalogue/stock-summary.ts';
import { useQuantities } from '#client/features/catalogue/use-quantities.ts';
import css from './ProductOffer.module.css';

/** What the chosen bottle costs, whether it is there, and how to order it. */
export function ProductOffer({ product }: { product: ProductView }) {
  const { t, number } = useTexts();
  const { parameters } = useShell();
  const ProductAction = useContext(ProductActionSlot);
  const { chosen, kind } = product;
  const stocks = chosen.stock ? [{ id: chosen.id, ...chosen.stock }] : [];
  const quantities = useQuantities(stocks.map(({ id }) => id));
  const stock = stockSummary(stocks, lowStockLimit(parameters), quantities);
  return (
    <div className={css.offer}>
      <ProductPrice price={chosen.price} size="large" />
      {chosen.step > 1 && <p className={css.step}>{t('catalogue.price.by-multiple', { step: number(chosen.step) })}</p>}
      <div role="status">
        <StockNote stock={stock} unit={kind === 'box' ? 'box' : 'bottle'} always />
      </div>
      {stock.level === 'out' ? (
        <SoldOut />
      ) : (
        ProductAction && (
          <ProductAction
            idProduct={product.id}
            variantId={chosen.id}
            name={product.name}
            step={chosen.step}
            left={chosen.stock && (quantities.get(chosen.id) ?? chosen.stock.quantity)}
          />
        )
      )}
      <noscript>
        <OrderByPhone product={product} />
      </noscript>
    </div>
  );
}

/** Nothing left to buy: who knows when there will be. */
function SoldOut() {
  const { t } = useTexts();
  return (
    <p className={css.order}>
      {t('catalogue.add.sold-out')} <a href="/contact">{t('catalogue.add.ask')}</a>
    </p>
  );
}

/** Without scripts there is no cart: the telephone, and the contact page or a letter. */
function OrderByPhone({ product: { name, chosen } }: { product: ProductView }) {
  const { t } = useTexts();
  const { COMPANY_PHONE: phone, COMPANY_EMAIL: email } = useShell().parameters;
  const subject = encodeURIComponent(
    t('catalogue.product.order-subject', { name: chosen.year === null ? name : `${name} ${chosen.year}` }),
  );
  const write = email ? `mailto:${email}?subject=${subject}` : '/contact';
  if (!phone) {
    return (
      <p className={css.order}>
        <a href={write}>{t('catalogue.product.order-write-only')}</a>
      </p>
    );
  }
  return (
    <p className={css.order}>
      {t('catalogue.product.order-by-phone')} <a href={phoneHref(phone)}>{phone}</a> {t('catalogue.product.order-or')}{' '}
      <a href={write}>{t('catalogue.product.order-write')}</a>
      {t('catalogue.product.order-end')}
    </p>
  );
}
