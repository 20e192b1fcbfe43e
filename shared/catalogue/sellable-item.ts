import { type Cents, eurosToCents } from '#shared/money.ts';
import type { Capacity } from './capacity.ts';
import type { Product, Variant } from './catalogue-contract.ts';
import type { ProductType } from './product-enums.ts';
import { type DiscountTerms, selectApplicableDiscount } from './unit-price.ts';

/** The quantity of a variant in one box. */
export interface BoxContent extends Capacity {
  variantId: number;
  type: ProductType;
  quantity: number;
}

/** A variant with the fields that pricing, stock and shipping rules need. Prices are in cents with VAT. */
export interface SellableItem extends Capacity {
  /** Id of the variant. */
  id: number;
  productId: number;
  type: ProductType;
  isVintage: boolean;
  sellByMultipleOf: number;
  /** Unit price before the reduction. */
  price: Cents;
  /** The applicable discount: the variant's own, else the product's. */
  discount: DiscountTerms | null;
  hasShippingFees: boolean;
  /** Percent. */
  vatRate: number;
  isAlcohol: boolean;
  /** True if `quantity`, the stock, is managed. The stock of a box is what its contents allow. */
  setQuantity: boolean;
  quantity: number;
  /** Empty for a WINE. */
  contents: readonly BoxContent[];
}

/** A line of a cart or an order. */
export interface SellableLine {
  item: SellableItem;
  quantity: number;
}

type SellableProduct = Pick<
  Product,
  'id' | 'type' | 'isVintage' | 'discount' | 'hasShippingFees' | 'vatRate' | 'isAlcohol' | 'products'
>;

/** Converts a variant from the API, where prices are in euros. */
export const toSellableItem = (product: SellableProduct, variant: Variant): SellableItem => ({
  id: variant.id,
  productId: product.id,
  type: product.type.type,
  isVintage: product.isVintage,
  sellByMultipleOf: variant.sellByMultipleOf,
  price: eurosToCents(variant.price),
  discount: selectApplicableDiscount(variant.discount, product.discount),
  hasShippingFees: product.hasShippingFees,
  vatRate: product.vatRate,
  isAlcohol: product.isAlcohol,
  setQuantity: variant.setQuantity,
  quantity: variant.quantity,
  capacity: variant.capacity,
  capacityUnit: variant.capacityUnit,
  contents: product.products.map(({ idDeclination, type, quantity, capacity, capacityUnit }) => ({
    variantId: idDeclination,
    type,
    quantity,
    capacity,
    capacityUnit,
  })),
});
