import {
  createIsIntegerBetweenCheck,
  createIsListOfCheck,
  createIsNullOrCheck,
  createIsObjectWithCheck,
  createIsOneOfCheck,
  isBoolean,
  isFiniteNumber,
  isId,
  isString,
  restoreValidFields,
  type ValueCheck,
} from '#client/core/persistence/value-checks.ts';
import type { Variant } from '#shared/catalogue/catalogue-contract.ts';
import { productKinds, productTypes } from '#shared/catalogue/product-enums.ts';
import { cartLineIdModulus, maxCartLines, maxLineQuantity } from '#shared/limits.ts';
import { type CartLine, type CartProduct, emptyCart, type PersistedCart } from './persisted-cart.ts';

const capacity = { capacity: createIsNullOrCheck(isFiniteNumber), capacityUnit: createIsNullOrCheck(isString) };
const reduction = {
  id: isFiniteNumber,
  type: createIsOneOfCheck('EURO', 'PERCENTAGE'),
  amount: isFiniteNumber,
  detailType: isString,
};
const image = createIsObjectWithCheck({
  url: isString,
  alt: isString,
  tint: isString,
  width: isFiniteNumber,
  height: isFiniteNumber,
});
const variation = createIsNullOrCheck(
  createIsObjectWithCheck({ id: isFiniteNumber, label: isString, displayLabel: createIsNullOrCheck(isString) }),
);

const variant: Record<keyof Variant, ValueCheck> = {
  id: isId,
  reference: isString,
  year: createIsNullOrCheck(isFiniteNumber),
  price: isFiniteNumber,
  discount: createIsNullOrCheck(createIsObjectWithCheck(reduction)),
  lowestPrice: createIsNullOrCheck(isFiniteNumber),
  ...capacity,
  quantity: isFiniteNumber,
  setQuantity: isBoolean,
  sellByMultipleOf: isFiniteNumber,
  variation1: variation,
  variation2: variation,
  variation3: variation,
  image: createIsNullOrCheck(image),
};

const product: Record<keyof CartProduct, ValueCheck> = {
  id: isId,
  idProduct: isId,
  slug: isString,
  name: isString,
  type: createIsObjectWithCheck({ type: createIsOneOfCheck(...productTypes) }),
  kind: createIsOneOfCheck(...productKinds),
  isVintage: isBoolean,
  declination: createIsListOfCheck(createIsObjectWithCheck(variant)),
  price: isFiniteNumber,
  discount: createIsNullOrCheck(createIsObjectWithCheck(reduction)),
  hasShippingFees: isBoolean,
  sellByMultipleOf: isFiniteNumber,
  quantity: isFiniteNumber,
  setQuantity: isBoolean,
  vatRate: isFiniteNumber,
  isAlcohol: isBoolean,
  image: createIsNullOrCheck(image),
  products: createIsListOfCheck(
    createIsObjectWithCheck({
      idDeclination: isId,
      type: createIsOneOfCheck(...productTypes),
      quantity: isFiniteNumber,
      name: isString,
      ...capacity,
    }),
  ),
};

const line: Record<keyof CartLine, ValueCheck> = {
  id: createIsIntegerBetweenCheck(0, cartLineIdModulus - 1),
  product: createIsObjectWithCheck(product),
  variantId: isId,
  quantity: createIsIntegerBetweenCheck(1, maxLineQuantity),
};

const checks: Record<Exclude<keyof PersistedCart, 'products'>, ValueCheck> = {
  nextLineId: createIsIntegerBetweenCheck(0, cartLineIdModulus - 1),
  discount: createIsNullOrCheck(
    createIsObjectWithCheck({
      ...reduction,
      code: isString,
      value: isFiniteNumber,
      total: isFiniteNumber,
      subtotal: isFiniteNumber,
      shippingFees: isFiniteNumber,
    }),
  ),
};

const isLine = (value: unknown): value is CartLine =>
  createIsObjectWithCheck(line)(value) &&
  (value as CartLine).product.declination.some(({ id }) => id === (value as CartLine).variantId);

/** Returns the valid cart lines, at most `maxCartLines`, each with a unique id. */
function parseLines(value: unknown): CartLine[] {
  if (!Array.isArray(value)) return [];
  const lines = value.filter(isLine).slice(0, maxCartLines);
  return lines.filter((one, index) => lines.findIndex(({ id }) => id === one.id) === index);
}

/**
 * Converts a value from local storage into a cart. Invalid fields are replaced by the fields of an empty cart, and invalid lines
 * are left out.
 */
export function restoreCartFromStoredValue(stored: unknown): PersistedCart {
  const restored = restoreValidFields(stored, checks, emptyCart);
  return { ...restored, products: parseLines((stored as Partial<PersistedCart> | null | undefined)?.products) };
}
