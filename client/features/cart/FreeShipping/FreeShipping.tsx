import { useTexts } from '#client/core/app-context.tsx';
import { formatVolume } from '#client/features/catalogue/format-label.ts';
import { fullBottleCentilitres } from '#shared/catalogue/capacity.ts';
import { centsToEuros } from '#shared/money.ts';
import { itemToHalfBottleUnits } from '#shared/shipping/count-bottles-to-ship.ts';
import {
  computeFreeShippingGap,
  findBottleCountRefusal,
  hasItemsWithShippingFees,
  type ShippingRules,
} from '#shared/shipping/shipping.ts';
import type { CartAmounts } from '../cart-amounts.ts';
import css from './FreeShipping.module.css';

interface FreeShippingProps {
  amounts: Pick<CartAmounts, 'lines' | 'totals' | 'goods'>;
  rules: ShippingRules;
}

/** Shows how much is missing for free shipping. It renders nothing if no line is shipped or shipping is never free. */
export function FreeShipping({ amounts: { lines, totals, goods }, rules }: FreeShippingProps) {
  const { t, euros } = useTexts();
  const missing = computeFreeShippingGap(totals.bottles, goods, rules);
  if (!hasItemsWithShippingFees(lines)) return null;
  if (missing.isFree) return <p className={css.reached}>{t('cart.free.reached')}</p>;
  const amount = missing.goods === null ? '' : euros(centsToEuros(missing.goods));
  const shares = [
    missing.bottles === null ? 0 : totals.bottles / rules.freeFromBottles,
    missing.goods === null ? 0 : goods / rules.freeFromGoods,
  ];
  if (missing.bottles === null && missing.goods === null) return null;
  return (
    <div className={css.way}>
      <p>
        {missing.bottles === null
          ? t('cart.free.goods', { amount })
          : t(amount ? 'cart.free.both' : 'cart.free.bottles', { count: missing.bottles, amount })}
      </p>
      <progress className={css.progress} max={1} value={Math.max(...shares)} aria-hidden="true" />
    </div>
  );
}

/** Shows which limit of bottles for a shipment the cart violates, if any, and how half bottles are counted. */
export function ShipmentLimitNotice({
  amounts: { lines },
  rules,
}: {
  amounts: Pick<CartAmounts, 'lines'>;
  rules: ShippingRules;
}) {
  const texts = useTexts();
  const { t, number } = texts;
  const refusal = findBottleCountRefusal(lines, rules);
  const hasHalfBottles = lines.some(({ item }) => itemToHalfBottleUnits(item) % 2 === 1);
  return (
    <div role="status">
      {hasHalfBottles && (
        <p className={css.halves}>
          {t('cart.shipment.halves', { volume: formatVolume(fullBottleCentilitres, texts) })}
        </p>
      )}
      {refusal && (
        <p className={css.limit}>
          {refusal === 'too_few_bottles'
            ? t('cart.shipment.min', { min: number(rules.minBottles) })
            : t('cart.shipment.max', { max: number(rules.maxBottles) })}
        </p>
      )}
    </div>
  );
}
