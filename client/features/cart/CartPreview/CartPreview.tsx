import { useSiteShell, useTexts } from '#client/core/app-context.tsx';
import { useCartAmounts } from '#client/features/cart/cart-amounts.ts';
import { ButtonLink } from '#client/ui/form/Button.tsx';
import { toShippingRules } from '#shared/shipping/to-shipping-rules.ts';
import { CartSummary } from '../CartSummary/CartSummary.tsx';
import { useCart } from '../cart-store.tsx';
import { FreeShipping } from '../FreeShipping/FreeShipping.tsx';
import css from './CartPreview.module.css';

export function CartPreview() {
  const { t } = useTexts();
  const { parameters } = useSiteShell();
  const lines = useCart((state) => state.products);
  const discount = useCart((state) => state.discount);
  const amounts = useCartAmounts();
  return (
    <div className={css.preview}>
      <div className={css.scroll}>
        <CartSummary totals={amounts.totals} lines={lines} code={discount} isFeeKnown={false} isBrief />
      </div>
      <FreeShipping amounts={amounts} rules={toShippingRules(parameters)} />
      <div className={css.ways}>
        <ButtonLink href="/checkout">{t('cart.order')}</ButtonLink>
        <ButtonLink look="quiet" href="/cart">
          {t('cart.to-cart')}
        </ButtonLink>
      </div>
    </div>
  );
}
