import type { ReactNode } from 'react';
import { useTexts } from '#client/core/app-context.tsx';
import { priceView } from '#client/features/catalogue/card-view.ts';
import { QuotedName } from '#client/features/catalogue/QuotedName.tsx';
import { FieldError } from '#client/ui/form/Field.tsx';
import type { CartTotals } from '#shared/cart/cart-totals.ts';
import { linePrice } from '#shared/cart/line-price.ts';
import { centsToEuros } from '#shared/money.ts';
import type { Texts } from '#shared/texts.ts';
import { sellableItem, variantOf } from '../cart-lines.ts';
import { lineFacts } from '../line-facts.ts';
import type { CartDiscount, CartLine } from '../persisted-cart.ts';
import css from './CartSummary.module.css';

interface CartSummaryProps {
  totals: CartTotals;
  /** What is bought; left out where it stands beside the sums already. */
  lines?: readonly CartLine[];
  code?: Pick<CartDiscount, 'code' | 'detailType'> | null;
  /** Where the code can be taken back. */
  onRemoveCode?: (() => void) | undefined;
  /** What the shop says of lines, by their id. */
  lineErrors?: ReadonlyMap<number, string> | undefined;
  /** Whether `totals` holds the fee; else it says when the fee will be known, in the words of `later`. */
  isFeeKnown?: boolean;
  shippingPlaceholder?: string;
  /** What is bought need not be shipped for a fee: no line for it. */
  hidesShipping?: boolean;
  /** Goods and total alone. */
  isBrief?: boolean;
}

/** What it comes to: goods, code, shipping, total, and the VAT in it. */
export function CartSummary({
  totals,
  lines,
  lineErrors,
  code = null,
  onRemoveCode,
  isFeeKnown = true,
  shippingPlaceholder: feeLater,
  hidesShipping,
  isBrief,
}: CartSummaryProps) {
  const { t, euros, number } = useTexts();
  const inEuros = (cents: number) => euros(centsToEuros(cents));
  const later = code?.detailType === 'SHIPPING_FEES' && !isFeeKnown;
  return (
    <div className={css.summary}>
      {lines && <SummaryLines lines={lines} errors={lineErrors} />}
      <dl className={css.sums}>
        {(!isBrief || code) && (
          <SummaryRow
            label={
              totals.bottles > 0 ? t('ordering.sum.goods', { count: totals.bottles }) : t('ordering.sum.goods-plain')
            }
          >
            {inEuros(totals.subtotal)}
          </SummaryRow>
        )}
        {code && (
          <SummaryRow
            label={
              <>
                {t('ordering.sum.code', { code: code.code })}
                {onRemoveCode && (
                  <button type="button" className={css.remove} onClick={onRemoveCode}>
                    {t('ordering.code.remove')}
                    <span className="unseen"> {code.code}</span>
                  </button>
                )}
              </>
            }
          >
            {later ? t('ordering.sum.code-on-shipping') : t('ordering.sum.less', { amount: inEuros(totals.discount) })}
          </SummaryRow>
        )}
        {!hidesShipping && !isBrief && (
          <SummaryRow label={t('ordering.sum.shipping')}>
            {!isFeeKnown
              ? (feeLater ?? t('ordering.sum.shipping-later'))
              : totals.shippingFees === 0
                ? t('ordering.sum.shipping-free')
                : inEuros(totals.shippingFees)}
          </SummaryRow>
        )}
        <div className={css.total}>
          <dt>{t(isFeeKnown || hidesShipping ? 'ordering.sum.total' : 'ordering.sum.total-before-shipping')}</dt>
          <dd>{inEuros(totals.total)}</dd>
        </div>
        {totals.vat
          .filter(({ vat }) => vat > 0 && !isBrief)
          .map(({ rate, vat }) => (
            <div key={rate} className={css.vat}>
              <dt>{t('ordering.sum.vat', { rate: number(rate) })}</dt>
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

/** Which bottle it is, and its price per litre: docs/rules.md, "Price per litre". */
function summaryFacts(line: CartLine, texts: Texts): string {
  const { perLitre } = priceView(line.product, variantOf(line));
  const price = perLitre === undefined ? '' : texts.euros(centsToEuros(perLitre));
  // The price stays in one piece where the line is too long.
  const each = price && texts.t('catalogue.price.per-litre', { price }).replaceAll(' ', '\u00a0');
  return [lineFacts(line, texts), each].filter(Boolean).join(' · ');
}

interface SummaryLinesProps {
  lines: readonly CartLine[];
  errors: ReadonlyMap<number, string> | undefined;
}

function SummaryLines({ lines, errors }: SummaryLinesProps) {
  const texts = useTexts();
  return (
    <ul className={css.lines}>
      {lines.map((line) => (
        <li key={line.id}>
          <span className={css.times}>{texts.t('catalogue.product.quantity', { n: line.quantity })}</span>
          <div>
            <QuotedName name={line.product.name} />
            <span className={css.facts}>{summaryFacts(line, texts)}</span>
            <FieldError id={`line-${line.id}-fault`} error={errors?.get(line.id)} />
          </div>
          <span className={css.price}>
            {texts.euros(centsToEuros(linePrice({ item: sellableItem(line), quantity: line.quantity })))}
          </span>
        </li>
      ))}
    </ul>
  );
}
