import type { ReactNode } from 'react';
import { CardButton } from '#client/features/cart/add-to-cart/CardButton.tsx';
import { CardActionSlot } from '#client/features/catalogue/purchase-slots.ts';

/** Gives the product cards of a page their button. */
export const withCardAction =
  <Data,>(Page: (props: { data: Data }) => ReactNode) =>
  ({ data }: { data: Data }) => (
    <CardActionSlot value={CardButton}>
      <Page data={data} />
    </CardActionSlot>
  );
