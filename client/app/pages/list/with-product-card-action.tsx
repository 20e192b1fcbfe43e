import type { ReactNode } from 'react';
import { useTextsWithLazyDomains } from '#client/core/app-context.tsx';
import { loadLazyTexts } from '#client/core/dictionaries.ts';
import { CardAddButton } from '#client/features/cart/add-to-cart/CardAddButton.tsx';
import { ProductCardActionContext, type ProductCardActionProps } from '#client/features/catalogue/purchase-contexts.ts';

/**
 * Add-to-cart button of a product card. The code and texts of the addition are loaded on the first click, to keep
 * product lists small.
 */
function CardAction(props: ProductCardActionProps) {
  const texts = useTextsWithLazyDomains();
  return (
    <CardAddButton
      {...props}
      addFromCard={async (...args) => {
        const [{ addFromCard }] = await Promise.all([
          import('#client/features/cart/add-to-cart/add-from-card.tsx'),
          loadLazyTexts(texts, ['product']),
        ]);
        return addFromCard(...args);
      }}
    />
  );
}

/** Higher-order component that adds an add-to-cart button to the product cards of a page. */
export const withProductCardAction =
  <Data,>(Page: (props: { data: Data }) => ReactNode) =>
  ({ data }: { data: Data }) => (
    <ProductCardActionContext value={CardAction}>
      <Page data={data} />
    </ProductCardActionContext>
  );
