import { useTexts } from '#client/core/app-context.tsx';
import { toast } from '#client/core/toast.ts';
import type { ProductActionProps } from '#client/features/catalogue/purchase-slots.ts';
import { maxLineQuantity } from '#shared/limits.ts';
import { useCart, useCartStore } from '../cart-context.tsx';
import { quantityInCart } from '../cart-lines.ts';
import css from '../card-button/AddToCart.module.css';
import { AddToCartRow } from './AddToCartRow.tsx';
import { stockLimitMessage } from './show-add-to-cart-result.ts';

/** Quantity and button for the variant that a product's page shows. */
export function ProductAddToCart({ idProduct, variantId, name, step, left }: ProductActionProps) {
  const cart = useCartStore();
  const texts = useTexts();
  const { t } = texts;
  const already = useCart((state) => (state.restored ? quantityInCart(state.products, variantId) : 0));
  const room = (left ?? maxLineQuantity) - already;

  const add = async (quantity: number): Promise<boolean> => {
    const [{ addToCart, fetchProduct }, { showAddToCartResult }] = await Promise.all([
      import('./add-to-cart.ts'),
      import('./show-add-to-cart-result.ts'),
    ]);
    const product = await fetchProduct(idProduct);
    if (!product?.declination.some(({ id }) => id === variantId)) {
      toast(t('catalogue.add.gone'), 'failure');
      return false;
    }
    const outcome = addToCart(cart, product, variantId, quantity);
    showAddToCartResult(outcome, name, texts);
    return outcome.kind === 'added';
  };
  const short = stockLimitMessage({ left: left ?? maxLineQuantity, inCart: already }, texts);
  return (
    <>
      {room >= step && (
        <AddToCartRow key={variantId} name={name} step={step} maxQuantity={room} limitMessage={short} add={add} />
      )}
      {already > 0 && (
        <p className={css.note}>
          {room < step ? t('catalogue.add.all-in-cart') : t('catalogue.add.in-cart', { count: already })}{' '}
          <a href="/cart">{t('catalogue.add.see-cart')}</a>
        </p>
      )}
    </>
  );
}
