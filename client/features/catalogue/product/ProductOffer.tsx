import { useContext } from 'react';
import { useSiteShell, useTexts } from '#client/core/app-context.tsx';
import { PhoneLinks } from '#client/core/ContactLinks.tsx';
import { formatProductTitle } from '#client/features/catalogue/format-product-title.ts';
import { ProductPrice } from '#client/features/catalogue/ProductPrice/ProductPrice.tsx';
import { ProductPageActionContext } from '#client/features/catalogue/purchase-contexts.ts';
import { StockNote } from '#client/features/catalogue/StockNote/StockNote.tsx';
import { getExclusiveLowStockLimit, summariseStock } from '#client/features/catalogue/stock-summary.ts';
import { useStockQuantities } from '#client/features/catalogue/use-stock-quantities.ts';
import css from './ProductOffer.module.css';
import type { ProductView } from './product-view.ts';

export function ProductOffer({ product }: { product: ProductView }) {
  const { t } = useTexts();
  const { parameters } = useSiteShell();
  const ProductAction = useContext(ProductPageActionContext);
  const { chosen, kind } = product;
  const stocks = chosen.stock ? [{ id: chosen.id, ...chosen.stock }] : [];
  const quantities = useStockQuantities(stocks.map(({ id }) => id));
  const stock = summariseStock(stocks, getExclusiveLowStockLimit(parameters), quantities);
  return (
    <div className={css.offer}>
      <ProductPrice price={chosen.price} size="large" step={chosen.step} />
      {product.isShippingFree && <p className={css.shipping}>{t('product.shipping.free')}</p>}
      <div role="status">
        <StockNote stock={stock} unit={kind === 'box' ? 'box' : 'bottle'} isAlwaysShown />
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

/** Advises the visitor to ask the estate when a sold-out product will be available again. */
function SoldOut() {
  const { t } = useTexts();
  return (
    <p className={css.order}>
      {t('product.add.sold-out')} <a href="/contact">{t('product.add.ask')}</a>
    </p>
  );
}

/** Offers to order by telephone or in writing. It is shown to visitors without scripts, because the cart needs them. */
function OrderByPhone({ product: { name, chosen } }: { product: ProductView }) {
  const { t } = useTexts();
  const { COMPANY_PHONE: phone, COMPANY_EMAIL: email } = useSiteShell().parameters;
  const subject = encodeURIComponent(t('product.order-subject', { name: formatProductTitle({ name }, chosen) }));
  const write = email ? `mailto:${email}?subject=${subject}` : '/contact';
  if (!phone) {
    return (
      <p className={css.order}>
        <a href={write}>{t('product.order-write-only')}</a>
      </p>
    );
  }
  return (
    <p className={css.order}>
      {t('product.order-by-phone')} <PhoneLinks phone={phone} /> {t('product.order-or')}{' '}
      <a href={write}>{t('product.order-write')}</a>
      {t('product.order-end')}
    </p>
  );
}
