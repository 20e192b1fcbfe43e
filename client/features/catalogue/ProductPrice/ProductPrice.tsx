import { useTexts } from '#client/core/app-context.tsx';
import type { PriceView } from '#shared/catalogue/price-view.ts';
import { centsToEuros } from '#shared/money.ts';
import css from './ProductPrice.module.css';

interface ProductPriceProps {
  price: PriceView;
  /** Puts "from" before the price, because other variants of the product cost more. */
  isStartingPrice?: boolean;
  /** Size of the price: `large` on the product page, `each` beside a total. */
  size?: 'small' | 'large' | 'each';
  /** Quantity step. If it is above 1, the step and its price are shown, because a single unit cannot be bought. */
  step?: number | undefined;
}

/** Shows a price with VAT and the details that the law requires beside it: the prior price and the price per litre. */
export function ProductPrice({ price, isStartingPrice = false, size = 'small', step = 1 }: ProductPriceProps) {
  const { t, euros, number } = useTexts();
  const inEuros = (cents: number) => euros(centsToEuros(cents));
  return (
    <div
      className={css.price}
      data-size={size === 'small' ? undefined : size}
      data-reduced={price.before !== undefined || undefined}
    >
      <p className={css.figures}>
        <span className={css.now}>
          <span>
            {isStartingPrice
              ? t('catalogue.price.from', { price: inEuros(price.now) })
              : size === 'each'
                ? t('catalogue.price.each', { price: inEuros(price.now) })
                : inEuros(price.now)}
          </span>
          {size === 'large' && <span className={css.vat}> {t('catalogue.price.vat')}</span>}
        </span>
        {price.before !== undefined && (
          <s className={css.before}>
            <span className="unseen">{`${t('catalogue.price.before')} `}</span>
            <span>{inEuros(price.before)}</span>
          </s>
        )}
        {price.percent !== undefined && (
          <span className={css.off}>{t('catalogue.price.off', { percent: number(price.percent) })}</span>
        )}
      </p>
      {step > 1 && (
        <p className={css.step}>
          {t('catalogue.price.by-multiple-for', { step: number(step), price: inEuros(price.now * step) })}
        </p>
      )}
      {price.perLitre !== undefined && (
        <p className={css.aside}>{t('catalogue.price.per-litre', { price: inEuros(price.perLitre) })}</p>
      )}
      {price.before !== undefined && size === 'large' && (
        <p className={css.aside}>{t('catalogue.price.before-note')}</p>
      )}
    </div>
  );
}
