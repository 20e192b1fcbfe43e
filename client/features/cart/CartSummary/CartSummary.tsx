import type { ReactNode } from 'react';
import { useTexts } from '#client/core/app-context.tsx';
import type { CartTotals } from '#shared/cart/cart-totals.ts';
import { centsToEuros } from '#shared/money.ts';
import type { CartDiscount, CartLine } from '../persisted-cart.ts';
import css from './CartSummary.module.css';
import { CompactCartLines } from './CompactCartLines.tsx';

interface CartSummaryProps {
  totals: CartTotals;
  /** The cart lines to list; missing if the page already shows them beside the summary. */
  lines?: readonly CartLine[];
  code?: Pick<CartDiscount, 'code' | 'detailType'> | null;
  onRemoveCode?: (() => void) | undefined;
  /** Messages of the API by cart line id. The summary lets the visitor correct the lines that have a message. */
  lineErrors?: ReadonlyMap<number, string> | undefined;
  /** True if `totals` contains the shipping fee; otherwise `shippingPlaceholder` is shown instead of a fee. */
  isFeeKnown?: boolean;
  shippingPlaceholder?: string;
  /** Hides the shipping fee, because no item in the cart has one. */
  hidesShipping?: boolean;
  /** Shows only the total and, with a discount code, also the price of the goods and the discount. */
  isBrief?: boolean;
}

/** Shows the totals of a cart: goods, discount code, shipping, total, and the VAT included. */
export function CartSummary({
  totals,
  lines,
  lineErrors,
  code = null,
  onRemoveCode,
  isFeeKnown = true,
  shippingPlaceholder,
  hidesShipping,
  isBrief,
}: CartSummaryProps) {
  const { t, euros, number } = useTexts();
  const inEuros = (cents: number) => euros(centsToEuros(cents));
  return (
    <div className={css.summary}>
      {lines && <CompactCartLines lines={lines} errors={lineErrors} />}
      <dl className={css.sums}>
        {(!isBrief || code) && (
          <SummaryRow
            label={totals.bottles > 0 ? t('cart.sum.goods', { count: totals.bottles }) : t('cart.sum.subtotal')}
          >
            {inEuros(totals.subtotal)}
          </SummaryRow>
        )}
        {code && (
          <DiscountRow
            totals={totals}
            code={code}
            onRemoveCode={onRemoveCode}
            isPending={code.detailType === 'SHIPPING_FEES' && !isFeeKnown}
          />
        )}
        {!hidesShipping && !isBrief && (
          <SummaryRow label={t('cart.sum.shipping')}>
            {!isFeeKnown
              ? (shippingPlaceholder ?? t('cart.sum.shipping-later'))
              : totals.shippingFees === 0
                ? t('cart.sum.shipping-free')
                : inEuros(totals.shippingFees)}
          </SummaryRow>
        )}
        <div className={css.total}>
          <dt>{t(isFeeKnown || hidesShipping ? 'cart.sum.total' : 'cart.sum.total-before-shipping')}</dt>
          <dd>{inEuros(totals.total)}</dd>
        </div>
        {totals.vat
          .filter(({ vat }) => vat > 0 && !isBrief)
          .map(({ rate, vat }) => (
            <div key={rate} className={css.vat}>
              <dt>{t('cart.sum.vat', { rate: number(rate) })}</dt>
              <dd>{inEuros(vat)}</dd>
            </div>
          ))}
      </dl>
    </div>
  );
}

const SummaryRow = ({ label, children }: { label: ReactNode; children: ReactNode }) => (
  <div>
    <dt>{label}</dt>
    <dd>{children}</dd>
  </div>
);

interface DiscountRowProps extends Pick<CartSummaryProps, 'totals' | 'onRemoveCode'> {
  code: Pick<CartDiscount, 'code' | 'detailType'>;
  /**
   * True if the discount code reduces a shipping fee that is not known yet, so that the amount of the discount cannot
   * be shown.
   */
  isPending: boolean;
}

function DiscountRow({ totals, code: { code }, onRemoveCode, isPending }: DiscountRowProps) {
  const { t, euros } = useTexts();
  const label = (
    <>
      <span>{t('cart.sum.code', { code })}</span>
      {onRemoveCode && (
        <button type="button" className={css.remove} onClick={onRemoveCode}>
          {t('cart.code.remove')}
          <span className="unseen"> {code}</span>
        </button>
      )}
    </>
  );
  return (
    <SummaryRow label={label}>
      {isPending
        ? t('cart.sum.code-on-shipping')
        : t('cart.sum.less', { amount: euros(centsToEuros(totals.discount)) })}
    </SummaryRow>
  );
}
