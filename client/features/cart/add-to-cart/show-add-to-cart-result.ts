import { toast } from '#client/core/toast.ts';
import type { Texts } from '#shared/texts.ts';
import type { AddToCartResult } from './add-to-cart.ts';

/** Why no more of it can be added, in one sentence. */
export function stockLimitMessage({ left, inCart }: { left: number; inCart: number }, { t }: Pick<Texts, 't'>): string {
  if (left <= 0) return t('catalogue.add.out');
  if (inCart === 0) return t('catalogue.add.short', { count: left });
  return inCart >= left ? t('catalogue.add.all-in-cart') : t('catalogue.add.short-with-cart', { left, count: inCart });
}

/** Says at the top right what came of adding `name` to the cart. */
export function showAddToCartResult(outcome: AddToCartResult, name: string, texts: Pick<Texts, 't'>): void {
  const { t } = texts;
  const seeCart = { text: t('catalogue.add.see-cart'), href: '/cart' };
  if (outcome.kind === 'added') toast(t('catalogue.add.done', { name, count: outcome.quantity }), 'success', seeCart);
  else if (outcome.kind === 'short') toast(stockLimitMessage(outcome, texts), 'failure', seeCart);
  else toast(t('catalogue.add.full'), 'failure', seeCart);
}
