import { type Cents, eurosToCents } from '#shared/money.ts';
import type { Capacity } from './capacity.ts';
import type { Product, Variant } from './catalogue-contract.ts';
import type { ProductKind, ProductType } from './product-enums.ts';
import { type DiscountPriceFields, selectVariantOrProductDiscount } from './unit-price.ts';

/**
 * The fields of a variant in a box that the rules of pricing, stock and shipping need, with its quantity in one box.
 */
export interface BoxContent extends Capacity {
  variantId: number;
  type: ProductType;
  quantity: number;
}

/** A variant with the fields that the rules of pricing, stock and shipping need. Prices are in cents with VAT. */
export interface SellableItem extends Capacity {
  /** The id of the variant. */
  id: number;
  productId: number;
  type: ProductType;
  kind: ProductKind;
  isVintage: boolean;
  sellByMultipleOf: number;
  /** The unit price in cents before the discount. */
  price: Cents;
  /** The discount that applies to the item: the variant's own, otherwise the product's. */
  discount: DiscountPriceFields | null;
  hasShippingFees: boolean;
  /** The VAT rate in percent. */
  vatRate: number;
  isAlcohol: boolean;
  /**
   * True if the estate manages the stock, which is then `quantity`. The stock of a box follows from those of its
   * contents that are managed.
   */
  setQuantity: boolean;
  quantity: number;
  /** The contents of a box; empty for a product of type WINE. */
  contents: readonly BoxContent[];
}

export interface SellableLine {
  item: SellableItem;
  quantity: number;
}

type SellableProduct = Pick<
  Product,
  'id' | 'type' | 'kind' | 'isVintage' | 'discount' | 'hasShippingFees' | 'vatRate' | 'isAlcohol' | 'products'
>;

/** Converts a variant of the API's response, which has prices in euros, into one with prices in cents. */
export const toSellableItem = (product: SellableProduct, variant: Variant): SellableItem => ({
  id: variant.id,
  productId: product.id,
  type: product.type.type,
  kind: product.kind,
  isVintage: product.isVintage,
  sellByMultipleOf: variant.sellByMultipleOf,
  price: eurosToCents(variant.price),
  discount: selectVariantOrProductDiscount(variant.discount, product.discount),
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
