import { type MouseEvent, useId, useState } from 'react';
import { useTexts } from '#client/core/app-context.tsx';
import { toast } from '#client/core/toast.ts';
import { priceView } from '#client/features/catalogue/card-view.ts';
import { BottleOutline } from '#client/features/catalogue/ProductCard/BottleOutline.tsx';
import { ProductPrice } from '#client/features/catalogue/ProductPrice/ProductPrice.tsx';
import { QuotedName } from '#client/features/catalogue/QuotedName.tsx';
import { Button } from '#client/ui/form/Button.tsx';
import { Icon } from '#client/ui/Icon.tsx';
import { Picture } from '#client/ui/Picture.tsx';
import { Stepper } from '#client/ui/Stepper.tsx';
import { linePrice } from '#shared/cart/line-price.ts';
import { coerceQuantity } from '#shared/cart/quantity.ts';
import { productPath } from '#shared/catalogue/product-address.ts';
import { centsToEuros } from '#shared/money.ts';
import css from './Cart.module.css';
import { useCartStore } from './cart-context.tsx';
import { declinationOf, mostOf, soldItem, stepOf } from './cart-lines.ts';
import { lineFacts } from './line-facts.ts';
import { type LineIssue, lineIssue } from './line-issue.ts';
import type { CartLine } from './persisted-cart.ts';

/** One line of the cart. `sentence` is what the shop says against it. */
export function CartLineRow({ line, sentence }: { line: CartLine; sentence: string | undefined }) {
  const texts = useTexts();
  const { product, quantity } = line;
  const facts = lineFacts(line, texts);
  return (
    <li className={css.line}>
      <LinePicture line={line} />
      <div className={css.what}>
        <h3 className={css.name}>
          <a href={productPath({ id: product.id, slug: product.slug, kind: product.kind })}>
            <QuotedName name={product.name} />
          </a>
        </h3>
        {facts && <p className={css.facts}>{facts}</p>}
        <div className={css.each}>
          <ProductPrice price={priceView(product, declinationOf(line))} size="each" />
        </div>
      </div>
      <LineQuantity line={line} sentence={sentence} />
      <p className={css.lineTotal}>
        <span className="unseen">{texts.t('ordering.cart.line-total')} </span>
        {texts.euros(centsToEuros(linePrice({ item: soldItem(line), quantity })))}
      </p>
    </li>
  );
}

function LinePicture({ line: { product, declinationId } }: { line: CartLine }) {
  const image = declinationOf({ product, declinationId }).image ?? product.image;
  return (
    <div className={css.stage} data-kind={product.kind === 'box' ? 'box' : 'bottle'} aria-hidden="true">
      {image ? <Picture className={css.picture} image={{ ...image, tint: '' }} alt="" sizes={64} /> : <BottleOutline />}
    </div>
  );
}

/** How many of it, why it cannot be more, and the way to take it out. */
function LineQuantity({ line, sentence }: { line: CartLine; sentence: string | undefined }) {
  const cart = useCartStore();
  const { t } = useTexts();
  const [tooMany, setTooMany] = useState(false);
  const id = useId();
  const { product, quantity } = line;
  const issue = lineIssue(line);
  const most = mostOf(line);
  const set = (wanted: number) => {
    setTooMany(false);
    cart.getState().setQuantity(line.id, wanted);
  };
  const said = issue || sentence || tooMany;
  return (
    <div className={css.many}>
      <div className={css.amount}>
        <Stepper
          value={quantity}
          step={stepOf(line)}
          max={Math.max(most, quantity)}
          coerce={coerceQuantity}
          label={t('ordering.cart.quantity', { name: product.name })}
          decrementLabel={t('ordering.cart.less')}
          incrementLabel={t('ordering.cart.more')}
          allowsZero
          describedBy={said ? id : undefined}
          onChange={set}
          onMaxExceeded={() => setTooMany(true)}
        />
        <RemoveButton line={line} />
      </div>
      <div role="status" id={id}>
        {said && (
          <p className={css.trouble}>
            <Icon name="warning" />
            <IssueText issue={issue} sentence={sentence} most={most} onTake={set} />
          </p>
        )}
      </div>
    </div>
  );
}

interface IssueTextProps {
  issue: LineIssue | null;
  sentence: string | undefined;
  most: number;
  onTake: (quantity: number) => void;
}

/** What is in the way, and the quantity with which it would not be. */
function IssueText({ issue, sentence, most, onTake }: IssueTextProps) {
  const { t, number } = useTexts();
  if (most === 0) return <span>{t('ordering.cart.out')}</span>;
  if (!issue) return <span>{sentence ?? t('ordering.cart.left', { count: most })}</span>;
  return (
    <span>
      {issue.kind === 'short'
        ? t('ordering.cart.left', { count: issue.take })
        : t('catalogue.price.by-multiple', { step: number(issue.step) })}{' '}
      {issue.take > 0 && (
        <Button look="text" onClick={() => onTake(issue.take)}>
          {t('ordering.cart.take', { count: issue.take })}
        </Button>
      )}
    </span>
  );
}

/** Takes the line out; the note at the top right puts it back. The focus goes to the next line's button. */
function RemoveButton({ line }: { line: CartLine }) {
  const cart = useCartStore();
  const { t } = useTexts();
  const remove = (event: MouseEvent<HTMLButtonElement>) => {
    const row = event.currentTarget.closest('li');
    const next = (row?.nextElementSibling ?? row?.previousElementSibling)?.querySelector<HTMLElement>('[data-remove]');
    (next ?? document.getElementById('content'))?.focus({ preventScroll: true });
    const { products, remove: take, putBack } = cart.getState();
    const index = products.findIndex(({ id }) => id === line.id);
    take(line.id);
    toast(t('ordering.cart.removed', { name: line.product.name }), 'info', {
      text: t('ordering.cart.undo'),
      act: () => putBack(line, index),
    });
  };
  return (
    <Button look="text" className={css.remove} onClick={remove} data-remove="">
      {t('ordering.cart.remove')}
      <span className="unseen"> – {line.product.name}</span>
    </Button>
  );
}
