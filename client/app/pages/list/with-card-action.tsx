import type { ReactNode } from 'react';
import { usePageTexts } from '#client/core/app-context.tsx';
import { addLazyTexts } from '#client/core/dictionaries.ts';
import { CardAddButton } from '#client/features/cart/card-button/CardAddButton.tsx';
import { type CardActionProps, CardActionSlot } from '#client/features/catalogue/purchase-slots.ts';

/** The code and texts behind the button are loaded on the first click, to keep lists small. */
function CardAction(props: CardActionProps) {
  const texts = usePageTexts();
  return (
    <CardAddButton
      {...props}
      addFromCard={async (...args) => {
        const [{ addFromCard }] = await Promise.all([
          import('#client/features/cart/add-to-cart/add-from-card.tsx'),
          addLazyTexts(texts, ['product']),
        ]);
        return addFromCard(...args);
      }}
    />
  );
}

/** Higher-order component that adds the add-to-cart button to the product cards of a page. */
export const withCardAction =
  <Data,>(Page: (props: { data: Data }) => ReactNode) =>
  ({ data }: { data: Data }) => (
    <CardActionSlot value={CardAction}>
      <Page data={data} />
    </CardActionSlot>
  );
