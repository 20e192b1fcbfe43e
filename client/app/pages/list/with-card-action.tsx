import type { ReactNode } from 'react';
import { CardAddButton } from '#client/features/cart/card-button/CardAddButton.tsx';
import { type CardActionProps, CardActionSlot } from '#client/features/catalogue/purchase-slots.ts';

/** The code behind the button is loaded on the first click, to keep lists small. */
const CardAction = (props: CardActionProps) => (
  <CardAddButton
    {...props}
    addFromCard={async (...args) => {
      const { addFromCard } = await import('#client/features/cart/add-to-cart/add-from-card.tsx');
      return addFromCard(...args);
    }}
  />
);

/** Higher-order component that adds the add-to-cart button to the product cards of a page. */
export const withCardAction =
  <Data,>(Page: (props: { data: Data }) => ReactNode) =>
  ({ data }: { data: Data }) => (
    <CardActionSlot value={CardAction}>
      <Page data={data} />
    </CardActionSlot>
  );
