import {
  integerBetween,
  isAmount,
  isBoolean,
  isId,
  isText,
  listOf,
  nullOr,
  objectWith,
  oneOf,
  restoreFields,
  type ValueCheck,
} from '#client/core/persistence/value-checks.ts';
import type { Variant } from '#shared/catalogue/catalogue-contract.ts';
import { productKinds, productTypes } from '#shared/catalogue/product-enums.ts';
import { maxCartLineId, maxLineQuantity, maxLines } from '#shared/limits.ts';
import { type CartLine, type CartProduct, emptyCart, type PersistedCart } from './persisted-cart.ts';

const capacity = { capacity: isAmount, capacityUnit: isText };
const reduction = { id: isAmount, type: oneOf('EURO', 'PERCENTAGE'), amount: isAmount, detailType: isText };
const image = objectWith({ url: isText, alt: isText, tint: isText, width: isAmount, height: isAmount });
const variation = nullOr(objectWith({ id: isAmount, label: isText, displayLabel: nullOr(isText) }));

const variant: Record<keyof Variant, ValueCheck> = {
  id: isId,
  reference: isText,
  year: nullOr(isAmount),
  price: isAmount,
  discount: nullOr(objectWith(reduction)),
  lowestPrice: nullOr(isAmount),
  ...capacity,
  quantity: isAmount,
  setQuantity: isBoolean,
  sellByMultipleOf: isAmount,
  variation1: variation,
  variation2: variation,
  variation3: variation,
  image: nullOr(image),
};

const product: Record<keyof CartProduct, ValueCheck> = {
  id: isId,
  idProduct: isId,
  slug: isText,
  name: isText,
  type: objectWith({ type: oneOf(...productTypes) }),
  kind: oneOf(...productKinds),
  isVintage: isBoolean,
  declination: listOf(objectWith(variant)),
  price: isAmount,
  discount: nullOr(objectWith(reduction)),
  hasShippingFees: isBoolean,
  sellByMultipleOf: isAmount,
  quantity: isAmount,
  setQuantity: isBoolean,
  vatRate: isAmount,
  isAlcohol: isBoolean,
  image: nullOr(image),
  products: listOf(
    objectWith({ idDeclination: isId, type: oneOf(...productTypes), quantity: isAmount, name: isText, ...capacity }),
  ),
};

const line: Record<keyof CartLine, ValueCheck> = {
  id: integerBetween(0, maxCartLineId - 1),
  product: objectWith(product),
  declinationId: isId,
  quantity: integerBetween(1, maxLineQuantity),
};

const checks: Record<Exclude<keyof PersistedCart, 'products'>, ValueCheck> = {
  nextLineId: integerBetween(0, maxCartLineId - 1),
  discount: nullOr(
    objectWith({
      ...reduction,
      code: isText,
      value: isAmount,
      total: isAmount,
      subtotal: isAmount,
      shippingFees: isAmount,
    }),
  ),
};

const isLine = (value: unknown): value is CartLine =>
  objectWith(line)(value) &&
  (value as CartLine).product.declination.some(({ id }) => id === (value as CartLine).declinationId);

/** The valid lines, at most `maxLines`, each with an id of its own. */
function parseLines(value: unknown): CartLine[] {
  if (!Array.isArray(value)) return [];
  const lines = value.filter(isLine).slice(0, maxLines);
  return lines.filter((one, index) => lines.findIndex(({ id }) => id === one.id) === index);
}

/** Restores the cart from storage. Invalid fields fall back to those of an empty cart, invalid lines are left out. */
export function parsePersistedCart(stored: unknown): PersistedCart {
  const restored = restoreFields(stored, checks, emptyCart);
  return { ...restored, products: parseLines((stored as Partial<PersistedCart> | null | undefined)?.products) };
}
