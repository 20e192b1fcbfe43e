import type { ReactNode } from 'react';
import { useTexts } from '#client/core/app-context.tsx';
import { priceView } from '#client/features/catalogue/card-view.ts';
import { QuotedName } from '#client/features/catalogue/QuotedName.tsx';
import { FieldError } from '#client/ui/form/Field.tsx';
import type { CartTotals } from '#shared/cart/cart-totals.ts';
import { linePrice } from '#shared/cart/line-price.ts';
import { centsToEuros } from '#shared/money.ts';
import type { Texts } from '#shared/texts.ts';
import { declinationOf, soldItem } from '../cart-lines.ts';
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
  lineFaults?: ReadonlyMap<number, string> | undefined;
  /** Whether `totals` holds the fee; else it says when the fee will be known, in the words of `later`. */
  feeKnown?: boolean;
  later?: string;
  /** What is bought need not be shipped for a fee: no line for it. */
  noShipping?: boolean;
  /** Goods and total alone. */
  brief?: boolean;
}

/** What it comes to: goods, code, shipping, total, and the VAT in it. */
export function CartSummary({
  totals,
  lines,
  lineFaults,
  code = null,
  onRemoveCode,
  feeKnown = true,
  later: feeLater,
  noShipping,
  brief,
}: CartSummaryProps) {
  const { t, euros, number } = useTexts();
  const inEuros = (cents: number) => euros(centsToEuros(cents));
  const later = code?.detailType === 'SHIPPING_FEES' && !feeKnown;
  return (
    <div className={css.summary}>
      {lines && <SummaryLines lines={lines} faults={lineFaults} />}
      <dl className={css.sums}>
        {(!brief || code) && (
          <Sum
            label={
              totals.bottles > 0 ? t('ordering.sum.goods', { count: totals.bottles }) : t('ordering.sum.goods-plain')
            }
          >
            {inEuros(totals.subtotal)}
          </Sum>
        )}
        {code && (
          <Sum
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
          </Sum>
        )}
        {!noShipping && !brief && (
          <Sum label={t('ordering.sum.shipping')}>
            {!feeKnown
              ? (feeLater ?? t('ordering.sum.shipping-later'))
              : totals.shippingFees === 0
                ? t('ordering.sum.shipping-free')
                : inEuros(totals.shippingFees)}
          </Sum>
        )}
        <div className={css.total}>
          <dt>{t(feeKnown || noShipping ? 'ordering.sum.total' : 'ordering.sum.total-before-shipping')}</dt>
          <dd>{inEuros(totals.total)}</dd>
        </div>
        {totals.vat
          .filter(({ vat }) => vat > 0 && !brief)
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

const Sum = ({ label, children }: { label: ReactNode; children: ReactNode }) => (
  <div>
    <dt>{label}</dt>
    <dd>{children}</dd>
  </div>
);

/** Which bottle it is, and its price per litre: docs/rules.md, "Price per litre". */
function summaryFacts(line: CartLine, texts: Texts): string {
  const { perLitre } = priceView(line.product, declinationOf(line));
  const price = perLitre === undefined ? '' : texts.euros(centsToEuros(perLitre));
  // The price stays in one piece where the line is too long.
  const each = price && texts.t('catalogue.price.per-litre', { price }).replaceAll(' ', '\u00a0');
  return [lineFacts(line, texts), each].filter(Boolean).join(' · ');
}

interface SummaryLinesProps {
  lines: readonly CartLine[];
  faults: ReadonlyMap<number, string> | undefined;
}

function SummaryLines({ lines, faults }: SummaryLinesProps) {
  const texts = useTexts();
  return (
    <ul className={css.lines}>
      {lines.map((line) => (
        <li key={line.id}>
          <span className={css.times}>{texts.t('catalogue.product.quantity', { n: line.quantity })}</span>
          <div>
            <QuotedName name={line.product.name} />
            <span className={css.facts}>{summaryFacts(line, texts)}</span>
            <FieldError id={`line-${line.id}-fault`} error={faults?.get(line.id)} />
          </div>
          <span className={css.price}>
            {texts.euros(centsToEuros(linePrice({ item: soldItem(line), quantity: line.quantity })))}
          </span>
        </li>
      ))}
    </ul>
  );
}
