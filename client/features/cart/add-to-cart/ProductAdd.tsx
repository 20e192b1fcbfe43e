import { useTexts } from '#client/core/app-context.tsx';
import { toast } from '#client/core/toast.ts';
import type { ProductActionProps } from '#client/features/catalogue/purchase-slots.ts';
import { mostOfOneLine } from '#shared/limits.ts';
import { useCart, useCartStore } from '../cart-context.tsx';
import { inCart } from '../cart-lines.ts';
import css from './AddToCart.module.css';
import { BuyRow } from './BuyRow.tsx';
import { shortSentence } from './tell-added.ts';

/** Quantity and button for the variant that a product's page shows. */
export function ProductAdd({ idProduct, idDeclination, name, step, left }: ProductActionProps) {
  const cart = useCartStore();
  const texts = useTexts();
  const { t } = texts;
  const already = useCart((state) => (state.restored ? inCart(state.products, idDeclination) : 0));
  const room = (left ?? mostOfOneLine) - already;

  const add = async (quantity: number): Promise<boolean> => {
    const [{ addToCart, fetchProduct }, { tellAdded }] = await Promise.all([
      import('./add-to-cart.ts'),
      import('./tell-added.ts'),
    ]);
    const product = await fetchProduct(idProduct);
    if (!product?.declination.some(({ id }) => id === idDeclination)) {
      toast(t('catalogue.add.gone'), 'failure');
      return false;
    }
    const outcome = addToCart(cart, product, idDeclination, quantity);
    tellAdded(outcome, name, texts);
    return outcome.kind === 'added';
  };
  const short = shortSentence({ left: left ?? mostOfOneLine, inCart: already }, texts);
  return (
    <>
      {room >= step && <BuyRow key={idDeclination} name={name} step={step} room={room} whyNotMore={short} add={add} />}
      {already > 0 && (
        <p className={css.note}>
          {room < step ? t('catalogue.add.all-in-cart') : t('catalogue.add.in-cart', { count: already })}{' '}
          <a href="/cart">{t('catalogue.add.see-cart')}</a>
        </p>
      )}
    </>
  );
}
