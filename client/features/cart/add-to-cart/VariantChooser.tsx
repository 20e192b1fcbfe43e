import { useRef, useState } from 'react';
import { useTexts } from '#client/core/app-context.tsx';
import { priceView } from '#client/features/catalogue/card-view.ts';
import { QuotedName } from '#client/features/catalogue/QuotedName.tsx';
import type { Variant } from '#shared/catalogue/catalogue-contract.ts';
import { centsToEuros } from '#shared/money.ts';
import { useCart, useCartStore } from '../cart-context.tsx';
import { maxQuantityOf, quantityInCart, quantityStepOf, remainingQuantity } from '../cart-lines.ts';
import { lineFacts } from '../line-facts.ts';
import type { CartProduct } from '../persisted-cart.ts';
import css from '../card-button/AddToCart.module.css';
import { AddToCartRow } from './AddToCartRow.tsx';
import { addToCart } from './add-to-cart.ts';
import { showAddToCartResult, stockLimitMessage } from './show-add-to-cart-result.ts';

/** In a dialog: the vintages and formats of a product with their prices, and how many of which. */
export function VariantChooser({ product }: { product: CartProduct }) {
  const cart = useCartStore();
  const texts = useTexts();
  const { t } = texts;
  const lines = useCart((state) => state.products);
  const box = useRef<HTMLDivElement>(null);
  const roomOf = (id: number) => remainingQuantity(lines, product, id);
  const stepFor = (id: number) => quantityStepOf({ product, declinationId: id });
  const [chosenId, choose] = useState(
    () => product.declination.find(({ id }) => roomOf(id) >= stepFor(id))?.id ?? null,
  );

  const add = async (quantity: number): Promise<boolean> => {
    if (chosenId === null) return false;
    const outcome = addToCart(cart, product, chosenId, quantity);
    showAddToCartResult(outcome, product.name, texts);
    if (outcome.kind === 'added') box.current?.closest('dialog')?.close();
    return outcome.kind === 'added';
  };
  const shortOf = (id: number) =>
    stockLimitMessage(
      { left: maxQuantityOf({ product, declinationId: id }), inCart: quantityInCart(lines, id) },
      texts,
    );
  return (
    <div ref={box}>
      <h2 className={css.title}>
        <QuotedName name={product.name} />
      </h2>
      <fieldset className={css.choices}>
        <legend className="unseen">{t('catalogue.add.choose-which')}</legend>
        {product.declination.map((declination) => (
          <label key={declination.id}>
            <input
              type="radio"
              name="bottle"
              disabled={roomOf(declination.id) < stepFor(declination.id)}
              checked={declination.id === chosenId}
              onChange={() => choose(declination.id)}
            />
            <VariantOption
              product={product}
              declination={declination}
              note={roomOf(declination.id) < stepFor(declination.id) ? shortOf(declination.id) : ''}
            />
          </label>
        ))}
      </fieldset>
      {chosenId !== null && (
        <AddToCartRow
          key={chosenId}
          name={product.name}
          step={stepFor(chosenId)}
          maxQuantity={roomOf(chosenId)}
          limitMessage={shortOf(chosenId)}
          add={add}
        />
      )}
    </div>
  );
}

function VariantOption({ product, declination, note }: { product: CartProduct; declination: Variant; note: string }) {
  const texts = useTexts();
  const { t, euros, number } = texts;
  const price = priceView(product, declination);
  const step = quantityStepOf({ product, declinationId: declination.id });
  const notes = [step > 1 && t('catalogue.price.by-multiple', { step: number(step) }), note].filter(Boolean);
  return (
    <>
      <span>
        <strong>{lineFacts({ product, declinationId: declination.id }, texts)}</strong>
        {notes.length > 0 && <small>{notes.join(' · ')}</small>}
      </span>
      <span className={css.price}>
        <strong>{euros(centsToEuros(price.now))}</strong>
        {price.before !== undefined && (
          <small>
            <s>
              <span className="unseen">{t('catalogue.price.before')} </span>
              {euros(centsToEuros(price.before))}
            </s>
          </small>
        )}
        {price.perLitre !== undefined && (
          <small>{t('catalogue.price.per-litre', { price: euros(centsToEuros(price.perLitre)) })}</small>
        )}
        {price.lowest !== undefined && (
          <small>{t('catalogue.price.lowest-short', { price: euros(centsToEuros(price.lowest)) })}</small>
        )}
      </span>
    </>
  );
}
