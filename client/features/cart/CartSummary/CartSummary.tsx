import { type ReactNode, useRef } from 'react';
import { useTexts } from '#client/core/app-context.tsx';
import { formatBoxContents } from '#client/features/catalogue/format-box-contents.ts';
import { UnbrokenProductName } from '#client/features/catalogue/UnbrokenProductName.tsx';
import { Button } from '#client/ui/form/Button.tsx';
import { FieldError } from '#client/ui/form/Field.tsx';
import type { CartTotals } from '#shared/cart/cart-totals.ts';
import { computeLinePrice } from '#shared/cart/line-price.ts';
import { toPriceView } from '#shared/catalogue/price-view.ts';
import { centsToEuros } from '#shared/money.ts';
import type { Texts } from '#shared/texts.ts';
import { getLineVariantOrFirst, getMaxLineQuantity, toSellableItemOfLine } from '../cart-lines.ts';
import { useCartStore } from '../cart-store.tsx';
import { describeLineVariant } from '../describe-line-variant.ts';
import { findCartLineIssue } from '../find-cart-line-issue.ts';
import type { CartDiscount, CartLine } from '../persisted-cart.ts';
import css from './CartSummary.module.css';

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

/** Describes the variant of a cart line and its price per litre (docs/rules.md, "Price per litre"). */
function summaryFacts(line: CartLine, texts: Texts): string {
  const { perLitre } = toPriceView(line.product, getLineVariantOrFirst(line));
  const price = perLitre === undefined ? '' : texts.euros(centsToEuros(perLitre));
  // Non-breaking spaces keep the price per litre on one line.
  const each = price && texts.t('catalogue.price.per-litre', { price }).replaceAll(' ', '\u00a0');
  return [describeLineVariant(line, texts), each].filter(Boolean).join(' · ');
}

interface CompactCartLinesProps {
  lines: readonly CartLine[];
  errors: ReadonlyMap<number, string> | undefined;
}

function CompactCartLines({ lines, errors }: CompactCartLinesProps) {
  const texts = useTexts();
  return (
    <ul className={css.lines}>
      {lines.map((line) => (
        <li key={line.id} tabIndex={-1}>
          <span className={css.times}>{texts.t('catalogue.product.quantity', { n: line.quantity })}</span>
          <div>
            <UnbrokenProductName name={line.product.name} />
            <span className={css.facts}>{summaryFacts(line, texts)}</span>
            {line.product.products.length > 0 && (
              <span className={css.facts}>{formatBoxContents(line.product.products, texts)}</span>
            )}
            <LineRemedy line={line} error={errors?.get(line.id)} />
          </div>
          <span className={css.price}>
            {texts.euros(centsToEuros(computeLinePrice({ item: toSellableItemOfLine(line), quantity: line.quantity })))}
          </span>
        </li>
      ))}
    </ul>
  );
}

/**
 * Shows the API's error for a cart line. If the quantity is too high, a button sets the nearest quantity that can be
 * ordered, or removes the line.
 */
function LineRemedy({ line, error }: { line: CartLine; error: string | undefined }) {
  const { t } = useTexts();
  const cart = useCartStore();
  const item = useRef<HTMLDivElement>(null);
  const nearestQuantity = findCartLineIssue(line)?.nearestQuantity ?? getMaxLineQuantity(line);
  const correct = () => {
    // The focus moves to the line, because the button disappears together with the error.
    (item.current?.closest('li') ?? document.getElementById('content'))?.focus();
    cart.getState().setQuantity(line.id, nearestQuantity);
  };
  return (
    <div ref={item}>
      <FieldError id={`line-${line.id}-error`} error={error} />
      {error && nearestQuantity < line.quantity && (
        <Button look="text" onClick={correct}>
          <span>{nearestQuantity > 0 ? t('cart.take', { count: nearestQuantity }) : t('cart.remove')}</span>
          <span className="unseen"> – {line.product.name}</span>
        </Button>
      )}
    </div>
  );
}
