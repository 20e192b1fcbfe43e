import type { ReactNode } from 'react';
import { CardAddButton } from '#client/features/cart/card-button/CardAddButton.tsx';
import { CardActionSlot } from '#client/features/catalogue/purchase-slots.ts';

/** Gives the product cards of a page their button. */
export const withCardAction =
  <Data,>(Page: (props: { data: Data }) => ReactNode) =>
  ({ data }: { data: Data }) => (
    <CardActionSlot value={CardAddButton}>
      <Page data={data} />
    </CardActionSlot>
  );
