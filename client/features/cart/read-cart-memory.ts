import { hasShape, integer, isRecord, oneOf, orNull, type Shape } from '#client/core/has-shape.ts';
import type { Declination } from '#shared/catalogue/catalogue-contract.ts';
import { productKinds, productTypes } from '#shared/catalogue/product-words.ts';
import { cartLineIdWrap, mostLines, mostOfOneLine } from '#shared/limits.ts';
import { paymentMethods } from '#shared/payments/payment.ts';
import { type CartAccessPoint, type CartLine, type CartMemory, type CartProduct, emptyCart } from './cart-memory.ts';

const [text, amount, flag] = ['', 0, false];
const id = integer(1, 2_147_483_647);
const lineId = integer(0, cartLineIdWrap - 1);

const reduction = { id: amount, type: oneOf('EURO', 'PERCENTAGE'), amount, detailType: text };
const image = { url: text, alt: text, tint: text, width: amount, height: amount };
const variation = orNull({ id: amount, label: text, displayLabel: orNull(text) });

const declination: Record<keyof Declination, Shape> = {
  id,
  reference: text,
  year: orNull(amount),
  price: amount,
  discount: orNull(reduction),
  lowestPrice: orNull(amount),
  capacity: amount,
  capacityUnit: text,
  quantity: amount,
  setQuantity: flag,
  sellByMultipleOf: amount,
  variation1: variation,
  variation2: variation,
  variation3: variation,
  image: orNull(image),
};

const product: Record<keyof CartProduct, Shape> = {
  id,
  idProduct: id,
  slug: text,
  name: text,
  type: { type: oneOf(...productTypes) },
  kind: oneOf(...productKinds),
  isVintage: flag,
  declination: [declination],
  price: amount,
  discount: orNull(reduction),
  hasShippingFees: flag,
  sellByMultipleOf: amount,
  quantity: amount,
  setQuantity: flag,
  vatRate: amount,
  isAlcohol: flag,
  image: orNull(image),
  products: [
    {
      idDeclination: id,
      type: oneOf(...productTypes),
      quantity: amount,
      name: text,
      capacity: amount,
      capacityUnit: text,
    },
  ],
};

const line: Record<keyof CartLine, Shape> = {
  id: lineId,
  product,
  declinationId: id,
  quantity: integer(1, mostOfOneLine),
};

const carrier = {
  id: amount,
  name: text,
  fdp: amount,
  price: amount,
  serviceCode: text,
  deliveryType: oneOf('DELIVERY', 'PICKUP'),
  siteType: text,
};

const accessPoint: Record<keyof CartAccessPoint, Shape> = {
  id: text,
  firstPart: text,
  secondPart: text,
  position: orNull({ latitude: amount, longitude: amount }),
  icon: text,
  city: { postalCode: text, name: text },
  country: { alphaTwo: text },
};

const { shipping, billing, billingIsShipping } = emptyCart.address;

const shapes: Record<Exclude<keyof CartMemory, 'products'>, Shape> = {
  nextLineId: lineId,
  deliveryType: oneOf('delivery', 'clickAndCollect', 'no_delivery'),
  clickAndCollect: { date: text, idAddress: orNull(id), idSchedule: orNull(id) },
  accessPointAddress: orNull(accessPoint),
  city: orNull({ id: text, name: text, postalCode: text }),
  country: orNull({ id: amount, alphaTwo: text, alphaThree: text }),
  carrier: orNull(carrier),
  shippingPrices: [carrier],
  address: { shipping: { ...shipping }, billing: { ...billing }, billingIsShipping },
  phone: text,
  message: text,
  discount: orNull({ ...reduction, code: text, value: amount, total: amount, subtotal: amount, shippingFees: amount }),
  payment: orNull(oneOf(...paymentMethods)),
};

const isLine = (value: unknown): value is CartLine =>
  hasShape(value, line) &&
  (value as CartLine).product.declination.some(({ id }) => id === (value as CartLine).declinationId);

/** The valid lines, without repeated line ids. */
function readLines(value: unknown): CartLine[] {
  if (!Array.isArray(value)) return [];
  const lines = value.filter(isLine).slice(0, mostLines);
  return lines.filter((one, index) => lines.findIndex(({ id }) => id === one.id) === index);
}

/**
 * Reads the stored cart. Another version of the code, a fault or the customer may have changed it: an invalid part gets
 * its default, an invalid line is left out. Written by hand because `zod/mini` would add 5.5 kB (brotli) to every page.
 */
export function readCart(stored: unknown): CartMemory {
  if (!isRecord(stored)) return emptyCart;
  const valid = Object.entries(shapes).filter(([field, shape]) => hasShape(stored[field], shape));
  return {
    ...emptyCart,
    ...(Object.fromEntries(valid.map(([field]) => [field, stored[field]])) as Partial<CartMemory>),
    products: readLines(stored.products),
  };
}
