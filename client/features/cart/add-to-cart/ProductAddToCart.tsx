import { useTexts } from '#client/core/app-context.tsx';
import { showToast } from '#client/core/toast.ts';
import type { ProductPageActionProps } from '#client/features/catalogue/purchase-contexts.ts';
import { maxLineQuantity } from '#shared/limits.ts';
import { countVariantInCart } from '../cart-lines.ts';
import { useCart, useCartStore } from '../cart-store.tsx';
import css from './AddToCart.module.css';
import { AddToCartRow } from './AddToCartRow.tsx';
import { addToCart, describeStockLimit, fetchProduct, showAddToCartResult } from './add-to-cart.ts';
import { runPendingAddition } from './pending-addition.ts';

export function ProductAddToCart({ idProduct, variantId, name, step, left }: ProductPageActionProps) {
  const cart = useCartStore();
  const texts = useTexts();
  const { t } = texts;
  const already = useCart((state) => (state.isRestored ? countVariantInCart(state.products, variantId) : 0));
  const remaining = (left ?? maxLineQuantity) - already;

  const addCurrent = async (quantity: number, claim: () => boolean): Promise<boolean> => {
    const product = await fetchProduct(idProduct);
    if (!claim()) return true;
    if (!product?.declination.some(({ id }) => id === variantId)) {
      showToast(t('product.add.gone'), 'failure');
      return false;
    }
    const result = addToCart(cart, product, variantId, quantity);
    showAddToCartResult(result, name, texts);
    return result.kind === 'added';
  };
  const add = (quantity: number) =>
    runPendingAddition(cart, { idProduct, variantId, quantity }, (claim) => addCurrent(quantity, claim));
  const limitMessage = describeStockLimit({ left: left ?? maxLineQuantity, inCart: already }, texts);
  return (
    <>
      {remaining >= step && (
        <AddToCartRow
          key={variantId}
          name={name}
          step={step}
          maxQuantity={remaining}
          limitMessage={limitMessage}
          add={add}
        />
      )}
      {already > 0 && (
        <p className={css.note}>
          <span>{remaining < step ? t('product.add.all-in-cart') : t('product.add.in-cart', { count: already })}</span>{' '}
          <a href="/cart">{t('product.add.see-cart')}</a>
        </p>
      )}
    </>
  );
}
