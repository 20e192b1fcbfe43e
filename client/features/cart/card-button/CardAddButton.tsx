import { useTexts } from '#client/core/app-context.tsx';
import type { CardActionProps } from '#client/features/catalogue/purchase-slots.ts';
import { Icon } from '#client/ui/Icon.tsx';
import { useCartStore } from '../cart-context.tsx';
import css from './AddToCart.module.css';
import { useAddButton } from './use-add-button.ts';

/** The button of a product card. Its code is loaded on the first click, so that lists stay light. */
export function CardAddButton({ id, name, hasChoice }: CardActionProps) {
  const cart = useCartStore();
  const texts = useTexts();
  const { t } = texts;
  const { stage, start } = useAddButton(async () => {
    const { addFromCard } = await import('../add-to-cart/add-from-card.tsx');
    return addFromCard(cart, texts, id);
  });
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
      {t(stage === 'added' ? 'catalogue.add.added' : hasChoice ? 'catalogue.add.choose' : 'catalogue.add')}
      {stage !== 'disabled' && <span className="unseen"> – {name}</span>}
    </button>
  );
}
