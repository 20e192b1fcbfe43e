import { type Cents, eurosToCents } from '#shared/money.ts';
import type { Capacity } from './capacity.ts';
import type { Product, Variant } from './catalogue-contract.ts';
import type { ProductType } from './product-enums.ts';
import { discountOf, type Reduction } from './unit-price.ts';

/** What a box holds of one declination. */
export interface BoxContent extends Capacity {
  variantId: number;
  type: ProductType;
  quantity: number;
}

/** Everything that the rules of the shop need to know of one declination. Prices in cents with VAT. */
export interface SellableItem extends Capacity {
  /** The declination's. */
  id: number;
  productId: number;
  type: ProductType;
  isVintage: boolean;
  sellByMultipleOf: number;
  /** Of one, before discount. */
  price: Cents;
  /** The one that counts: the declination's own, else the product's; null for none. */
  discount: Reduction | null;
  hasShippingFees: boolean;
  /** Percent. */
  vatRate: number;
  isAlcohol: boolean;
  /** Whether the stock is counted, and what is left if so. A box has what its contents allow. */
  setQuantity: boolean;
  quantity: number;
  /** Empty for a WINE. */
  contents: readonly BoxContent[];
}

/** A wish: so many of one declination. */
export interface ItemLine {
  item: SellableItem;
  quantity: number;
}

/** What of a product decides how it is sold. */
type SellableProduct = Pick<
  Product,
  'id' | 'type' | 'isVintage' | 'discount' | 'hasShippingFees' | 'vatRate' | 'isAlcohol' | 'products'
>;

/** What the rules need to know of a declination of a product as the API tells it, in euros. */
export const toSellableItem = (product: SellableProduct, variant: Variant): SellableItem => ({
  id: variant.id,
  productId: product.id,
  type: product.type.type,
  isVintage: product.isVintage,
  sellByMultipleOf: variant.sellByMultipleOf,
  price: eurosToCents(variant.price),
  discount: discountOf(variant.discount, product.discount),
  hasShippingFees: product.hasShippingFees,
  vatRate: product.vatRate,
  isAlcohol: product.isAlcohol,
  setQuantity: variant.setQuantity,
  quantity: variant.quantity,
  capacity: variant.capacity,
  capacityUnit: variant.capacityUnit,
  contents: product.products.map(({ idDeclination, type, quantity, capacity, capacityUnit }) => ({
    idDeclination,
    type,
    quantity,
    capacity,
    capacityUnit,
  })),
});
