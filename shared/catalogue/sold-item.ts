import { type Cents, eurosToCents } from '#shared/money.ts';
import type { Capacity } from './capacity.ts';
import type { Declination, Product } from './catalogue-contract.ts';
import type { ProductType } from './product-words.ts';
import { discountOf, type Reduction } from './unit-price.ts';

/** What a box holds of one declination. */
export interface BoxContent extends Capacity {
  idDeclination: number;
  type: ProductType;
  quantity: number;
}

/** Everything that the rules of the shop need to know of one declination. Prices in cents with VAT. */
export interface SoldItem extends Capacity {
  /** The declination's. */
  id: number;
  idProduct: number;
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
export interface WantedLine {
  item: SoldItem;
  quantity: number;
}

/** What of a product decides how it is sold. */
type SoldProduct = Pick<
  Product,
  'id' | 'type' | 'isVintage' | 'discount' | 'hasShippingFees' | 'vatRate' | 'isAlcohol' | 'products'
>;

/** What the rules need to know of a declination of a product as the API tells it, in euros. */
export const soldItemOf = (product: SoldProduct, declination: Declination): SoldItem => ({
  id: declination.id,
  idProduct: product.id,
  type: product.type.type,
  isVintage: product.isVintage,
  sellByMultipleOf: declination.sellByMultipleOf,
  price: eurosToCents(declination.price),
  discount: discountOf(declination.discount, product.discount),
  hasShippingFees: product.hasShippingFees,
  vatRate: product.vatRate,
  isAlcohol: product.isAlcohol,
  setQuantity: declination.setQuantity,
  quantity: declination.quantity,
  capacity: declination.capacity,
  capacityUnit: declination.capacityUnit,
  contents: product.products.map(({ idDeclination, type, quantity, capacity, capacityUnit }) => ({
    idDeclination,
    type,
    quantity,
    capacity,
    capacityUnit,
  })),
});
