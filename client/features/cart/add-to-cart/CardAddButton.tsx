import { useTexts } from '#client/core/app-context.tsx';
import type { ProductCardActionProps } from '#client/features/catalogue/purchase-contexts.ts';
import { Icon } from '#client/ui/Icon.tsx';
import type { Texts } from '#shared/texts.ts';
import { type CartStore, useCartStore } from '../cart-store.tsx';
import css from './AddToCart.module.css';
import { runPendingAddition } from './pending-addition.ts';
import { useAddToCartButton } from './use-add-to-cart-button.ts';

interface CardAddButtonProps extends ProductCardActionProps {
  addFromCard: (
    cart: CartStore,
    texts: Texts,
    idProduct: number,
    claim: () => boolean,
  ) => ReturnType<Parameters<typeof useAddToCartButton>[0]>;
}

export function CardAddButton({ id, name, hasChoice, addFromCard }: CardAddButtonProps) {
  const cart = useCartStore();
  const texts = useTexts();
  const { t } = texts;
  const { stage, start } = useAddToCartButton(() =>
    // For a product with several variants, the click only opens a dialog, so no addition needs to be completed later.
    hasChoice
      ? addFromCard(cart, texts, id, () => true)
      : runPendingAddition(cart, { idProduct: id }, (claim) => addFromCard(cart, texts, id, claim)),
  );
  return (
    <button
      type="button"
      className={css.card}
      disabled={stage === 'disabled'}
      aria-disabled={stage === 'busy' || undefined}
      aria-haspopup={hasChoice ? 'dialog' : undefined}
      onClick={start}
    >
      {stage === 'added' && <Icon name="check" />}
      <span>{t(stage === 'added' ? 'catalogue.add.added' : hasChoice ? 'catalogue.add.choose' : 'catalogue.add')}</span>
      {stage !== 'disabled' && <span className="unseen"> – {name}</span>}
    </button>
  );
}
