import { openModal } from '#client/core/modal.ts';
import { toast } from '#client/core/toast.ts';
import type { Texts } from '#shared/texts.ts';
import type { CartStore } from '../cart-store.ts';
import { addToCart, fetchProduct, minQuantityOf } from './add-to-cart.ts';
import { showAddToCartResult } from './show-add-to-cart-result.ts';
import { VariantChooser } from './VariantChooser.tsx';

/**
 * What a click on a card's button does: a product with one bottle goes into the cart, one with several asks which.
 * Answers whether something was added.
 */
export async function addFromCard(cart: CartStore, texts: Texts, id: number): Promise<boolean> {
  const product = await fetchProduct(id);
  const [only, ...others] = product?.declination ?? [];
  if (!product || !only) {
    toast(texts.t('catalogue.add.gone'), 'failure');
    return false;
  }
  if (others.length > 0) {
    openModal({
      label: texts.t('catalogue.add.choose-for', { name: product.name }),
      content: <VariantChooser product={product} />,
    });
    return false;
  }
  const outcome = addToCart(cart, product, only.id, minQuantityOf(product, only.id));
  showAddToCartResult(outcome, product.name, texts);
  return outcome.kind === 'added';
}
