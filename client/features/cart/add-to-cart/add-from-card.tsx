import { useRef, useState } from 'react';
import { useTexts } from '#client/core/app-context.tsx';
import { openModal } from '#client/core/modal.ts';
import { showToast } from '#client/core/toast.ts';
import { UnbrokenProductName } from '#client/features/catalogue/UnbrokenProductName.tsx';
import type { Variant } from '#shared/catalogue/catalogue-contract.ts';
import { toPriceView } from '#shared/catalogue/price-view.ts';
import { centsToEuros } from '#shared/money.ts';
import type { Texts } from '#shared/texts.ts';
import {
  computeRemainingQuantity,
  countVariantInCart,
  getLineQuantityStep,
  getMaxLineQuantity,
} from '../cart-lines.ts';
import { type CartStore, useCart, useCartStore } from '../cart-store.tsx';
import { describeLineVariant } from '../describe-line-variant.ts';
import type { CartProduct } from '../persisted-cart.ts';
import css from './AddToCart.module.css';
import { AddToCartRow } from './AddToCartRow.tsx';
import { addToCart, describeStockLimit, fetchProduct, getMinQuantity, showAddToCartResult } from './add-to-cart.ts';

/**
 * Adds a product to the cart from its card in a list. For a product with several variants, a dialog opens instead.
 * @param claim returns `false` if another document completes the addition; see `runPendingAddition`
 * @returns `true` if the product was added, by this document or another one
 */
export async function addFromCard(cart: CartStore, texts: Texts, id: number, claim: () => boolean): Promise<boolean> {
  const product = await fetchProduct(id);
  if (!claim()) return true;
  const [variant, ...others] = product?.declination ?? [];
  if (!product || !variant) {
    showToast(texts.t('product.add.gone'), 'failure');
    return false;
  }
  if (others.length > 0) {
    openModal({
      label: texts.t('product.add.choose-for', { name: product.name }),
      content: <VariantChooser product={product} />,
    });
    return false;
  }
  const result = addToCart(cart, product, variant.id, getMinQuantity(product, variant.id));
  showAddToCartResult(result, product.name, texts);
  return result.kind === 'added';
}

export function VariantChooser({ product }: { product: CartProduct }) {
  const cart = useCartStore();
  const texts = useTexts();
  const { t } = texts;
  const lines = useCart((state) => state.products);
  const box = useRef<HTMLDivElement>(null);
  const remainingOf = (id: number) => computeRemainingQuantity(lines, product, id);
  const stepOf = (id: number) => getLineQuantityStep({ product, variantId: id });
  const isAvailable = (id: number) => remainingOf(id) >= stepOf(id);
  const [chosenId, choose] = useState(() => product.declination.find(({ id }) => isAvailable(id))?.id ?? null);

  const add = async (quantity: number): Promise<boolean> => {
    if (chosenId === null) return false;
    const result = addToCart(cart, product, chosenId, quantity);
    showAddToCartResult(result, product.name, texts);
    if (result.kind === 'added') box.current?.closest('dialog')?.close();
    return result.kind === 'added';
  };
  const limitMessageOf = (id: number) => {
    const left = getMaxLineQuantity({ product, variantId: id });
    return describeStockLimit({ left, inCart: countVariantInCart(lines, id) }, texts);
  };
  return (
    <div ref={box}>
      <h2 className={css.title}>
        <UnbrokenProductName name={product.name} />
      </h2>
      <fieldset className={css.choices}>
        <legend className="unseen">{t('product.add.choose-which')}</legend>
        {product.declination.map((variant) => (
          <label key={variant.id}>
            <input
              type="radio"
              name="bottle"
              disabled={!isAvailable(variant.id)}
              checked={variant.id === chosenId}
              onChange={() => choose(variant.id)}
            />
            <VariantOption
              product={product}
              variant={variant}
              note={isAvailable(variant.id) ? '' : limitMessageOf(variant.id)}
            />
          </label>
        ))}
      </fieldset>
      {chosenId !== null && (
        <AddToCartRow
          key={chosenId}
          name={product.name}
          step={stepOf(chosenId)}
          maxQuantity={remainingOf(chosenId)}
          limitMessage={limitMessageOf(chosenId)}
          add={add}
        />
      )}
    </div>
  );
}

function VariantOption({ product, variant, note }: { product: CartProduct; variant: Variant; note: string }) {
  const texts = useTexts();
  const { t, euros, number } = texts;
  const price = toPriceView(product, variant);
  const step = getLineQuantityStep({ product, variantId: variant.id });
  const notes = [
    step > 1 &&
      t('catalogue.price.by-multiple-for', { step: number(step), price: euros(centsToEuros(price.now * step)) }),
    note,
  ].filter(Boolean);
  return (
    <>
      <span>
        <strong>{describeLineVariant({ product, variantId: variant.id }, texts)}</strong>
        {notes.length > 0 && <small>{notes.join(' · ')}</small>}
      </span>
      <span className={css.price}>
        <strong>{euros(centsToEuros(price.now))}</strong>
        {price.before !== undefined && (
          <small>
            <s>
              <span className="unseen">{t('catalogue.price.before')} </span>
              <span>{euros(centsToEuros(price.before))}</span>
            </s>
          </small>
        )}
        {price.perLitre !== undefined && (
          <small>{t('catalogue.price.per-litre', { price: euros(centsToEuros(price.perLitre)) })}</small>
        )}
      </span>
    </>
  );
}
