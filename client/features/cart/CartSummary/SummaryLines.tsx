import { useTexts } from '#client/core/app-context.tsx';
import { toPriceView } from '#client/features/catalogue/product-card-view.ts';
import { QuotedName } from '#client/features/catalogue/QuotedName.tsx';
import { FieldError } from '#client/ui/form/Field.tsx';
import { linePrice } from '#shared/cart/line-price.ts';
import { centsToEuros } from '#shared/money.ts';
import type { Texts } from '#shared/texts.ts';
import { sellableItemOfLine, variantOf } from '../cart-lines.ts';
import { describeLineVariant } from '../describe-line-variant.ts';
import type { CartLine } from '../persisted-cart.ts';
import css from './CartSummary.module.css';

/** Describes the variant and its price per litre (docs/rules.md, "Price per litre"). */
function summaryFacts(line: CartLine, texts: Texts): string {
  const { perLitre } = toPriceView(line.product, variantOf(line));
  const price = perLitre === undefined ? '' : texts.euros(centsToEuros(perLitre));
  // Non-breaking spaces keep the price on one line.
  const each = price && texts.t('catalogue.price.per-litre', { price }).replaceAll(' ', '\u00a0');
  return [describeLineVariant(line, texts), each].filter(Boolean).join(' · ');
}

interface SummaryLinesProps {
  lines: readonly CartLine[];
  errors: ReadonlyMap<number, string> | undefined;
}

/** Compact list of cart lines, without pictures. */
export function SummaryLines({ lines, errors }: SummaryLinesProps) {
  const texts = useTexts();
  return (
    <ul className={css.lines}>
      {lines.map((line) => (
        <li key={line.id}>
          <span className={css.times}>{texts.t('catalogue.product.quantity', { n: line.quantity })}</span>
          <div>
            <QuotedName name={line.product.name} />
            <span className={css.facts}>{summaryFacts(line, texts)}</span>
            <FieldError id={`line-${line.id}-error`} error={errors?.get(line.id)} />
          </div>
          <span className={css.price}>
            {texts.euros(centsToEuros(linePrice({ item: sellableItemOfLine(line), quantity: line.quantity })))}
          </span>
        </li>
      ))}
    </ul>
  );
}
