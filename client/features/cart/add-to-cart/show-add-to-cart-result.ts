import { showToast } from '#client/core/toast.ts';
import type { Texts } from '#shared/texts.ts';
import type { AddToCartResult } from './add-to-cart.ts';

/** Returns the message that explains why no more of a variant can be added to the cart. */
export function describeStockLimit(
  { left, inCart }: { left: number; inCart: number },
  { t }: Pick<Texts, 't'>,
): string {
  if (left <= 0) return t('product.add.out');
  if (inCart === 0) return t('product.add.short', { count: left });
  return inCart >= left ? t('product.add.all-in-cart') : t('product.add.short-with-cart', { left, count: inCart });
}

/** Shows the outcome of adding to the cart as a toast. */
export function showAddToCartResult(result: AddToCartResult, name: string, texts: Pick<Texts, 't'>): void {
  const { t } = texts;
  const seeCart = { text: t('product.add.see-cart'), href: '/cart' };
  if (result.kind === 'added') showToast(t('product.add.done', { name, count: result.quantity }), 'success', seeCart);
  else if (result.kind === 'insufficientStock') showToast(describeStockLimit(result, texts), 'failure', seeCart);
  else showToast(t('product.add.full'), 'failure', seeCart);
}
