import { openModal } from '#client/core/modal.ts';
import { showToast } from '#client/core/toast.ts';
import type { Texts } from '#shared/texts.ts';
import type { CartStore } from '../cart-store.ts';
import { addToCart, fetchProduct, getMinQuantity } from './add-to-cart.ts';
import { showAddToCartResult } from './show-add-to-cart-result.ts';
import { VariantChooser } from './VariantChooser.tsx';

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
