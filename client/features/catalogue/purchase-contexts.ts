import { type ComponentType, createContext } from 'react';

export interface ProductCardActionProps {
  id: number;
  name: string;
  /** True if the product has several variants to choose from. */
  hasChoice: boolean;
}

export interface ProductPageActionProps {
  idProduct: number;
  variantId: number;
  name: string;
  step: number;
  /** Quantity in stock; `null` if the estate does not manage the stock. */
  left: number | null;
}

/* Contexts that supply the components with which visitors buy. The page modules in client/app/pages provide them, so
   that the catalogue does not depend on the cart. */

/** Component at the bottom of a product card, usually the add-to-cart button. */
export const ProductCardActionContext = createContext<ComponentType<ProductCardActionProps> | null>(null);

/** Component on a product page with which visitors buy the chosen variant. */
export const ProductPageActionContext = createContext<ComponentType<ProductPageActionProps> | null>(null);
