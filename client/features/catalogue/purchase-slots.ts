import { type ComponentType, createContext } from 'react';

export interface CardActionProps {
  /** The product's id. */
  id: number;
  name: string;
  /** The product has several variants to choose from. */
  hasChoice: boolean;
}

export interface ProductActionProps {
  idProduct: number;
  variantId: number;
  name: string;
  step: number;
  /** Quantity in stock; `null` where the stock is not tracked. */
  left: number | null;
}

/*
 * The catalogue shows where a product can be bought and the cart knows how. The page modules in client/app/pages fill
 * these slots, so that the catalogue does not depend on the cart; without them nothing can be bought.
 */

/** The action of a product card. */
export const CardActionSlot = createContext<ComponentType<CardActionProps> | null>(null);

/** The action of a product's own page. */
export const ProductActionSlot = createContext<ComponentType<ProductActionProps> | null>(null);
