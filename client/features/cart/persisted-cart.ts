import type { Product } from '#shared/catalogue/catalogue-contract.ts';

export type CartProduct = Pick<
  Product,
  | 'id'
  | 'idProduct'
  | 'slug'
  | 'name'
  | 'type'
  | 'kind'
  | 'isVintage'
  | 'declination'
  | 'price'
  | 'discount'
  | 'hasShippingFees'
  | 'sellByMultipleOf'
  | 'quantity'
  | 'setQuantity'
  | 'vatRate'
  | 'isAlcohol'
  | 'image'
  | 'products'
>;

export interface CartLine {
  /** Id of the cart line, unique in this browser only. */
  id: number;
  /** The product, reduced to the variant of this line. */
  product: CartProduct;
  variantId: number;
  quantity: number;
}

/**
 * A discount code as the API returned it. `amount` is in euros or, for the type PERCENTAGE, in percent. The fields from
 * `value` are in euros, for the cart at the time of the response.
 */
export interface CartDiscount {
  id: number;
  code: string;
  type: 'EURO' | 'PERCENTAGE';
  amount: number;
  detailType: 'PRODUCT' | 'SHIPPING_FEES';
  value: number;
  total: number;
  subtotal: number;
  shippingFees: number;
}

export interface PersistedCart {
  products: CartLine[];
  nextLineId: number;
  discount: CartDiscount | null;
}

export const emptyCart: PersistedCart = { products: [], nextLineId: 0, discount: null };
