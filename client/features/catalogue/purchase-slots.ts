import { type ComponentType, createContext } from 'react';

export interface ProductCardActionProps {
  id: number;
  name: string;
  /** Set if the product has several variants to choose from. */
  hasChoice: boolean;
}

export interface ProductPageActionProps {
  idProduct: number;
  variantId: number;
  name: string;
  step: number;
  /** Quantity in stock; `null` where the stock is not tracked. */
  left: number | null;
}

/*
 * Slots for the components that add to the cart. The page modules in client/app/pages provide them, so that the catalogue
 * does not depend on the cart.
 */

/** Component at the bottom of a product card, normally the add-to-cart button. */
export const ProductCardActionSlot = createContext<ComponentType<ProductCardActionProps> | null>(null);

/** Component that buys the chosen variant on a product page. */
export const ProductPageActionSlot = createContext<ComponentType<ProductPageActionProps> | null>(null);
