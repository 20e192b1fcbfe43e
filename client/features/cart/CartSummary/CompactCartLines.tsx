import { useRef } from 'react';
import { useTexts } from '#client/core/app-context.tsx';
import { formatBoxContents } from '#client/features/catalogue/format-box-contents.ts';
import { UnbrokenProductName } from '#client/features/catalogue/UnbrokenProductName.tsx';
import { Button } from '#client/ui/form/Button.tsx';
import { FieldError } from '#client/ui/form/Field.tsx';
import { computeLinePrice } from '#shared/cart/line-price.ts';
import { toPriceView } from '#shared/catalogue/price-view.ts';
import { centsToEuros } from '#shared/money.ts';
import type { Texts } from '#shared/texts.ts';
import { useCartStore } from '../cart-context.tsx';
import { getLineVariantOrFirst, getMaxLineQuantity, toSellableItemOfLine } from '../cart-lines.ts';
import { describeLineVariant } from '../describe-line-variant.ts';
import { findCartLineIssue } from '../find-cart-line-issue.ts';
import type { CartLine } from '../persisted-cart.ts';
import css from './CartSummary.module.css';

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

export function CompactCartLines({ lines, errors }: CompactCartLinesProps) {
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
