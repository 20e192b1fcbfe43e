import type { Declination } from '#shared/catalogue/catalogue-contract.ts';
import { productKinds, productTypes } from '#shared/catalogue/product-words.ts';
import { cartLineIdWrap, mostLines, mostOfOneLine } from '#shared/limits.ts';
import { paymentMethods } from '#shared/payments/payment-method.ts';
import { type CartAddress, type CartLine, type CartMemory, type CartProduct, emptyCart } from './cart-memory.ts';

type Check = (value: unknown) => boolean;

const text: Check = (value) => typeof value === 'string';
const amount: Check = (value) => Number.isFinite(value);
const flag: Check = (value) => typeof value === 'boolean';
const orNull =
  (check: Check): Check =>
  (value) =>
    value === null || check(value);
const oneOf =
  (...words: readonly string[]): Check =>
  (value) =>
    words.includes(value as string);
const wholeTo =
  (most: number, least = 0): Check =>
  (value) =>
    Number.isInteger(value) && Number(value) >= least && Number(value) <= most;
const listOf =
  (check: Check): Check =>
  (value) =>
    Array.isArray(value) && value.every(check);
const having =
  (fields: Readonly<Record<string, Check>>): Check =>
  (value) =>
    typeof value === 'object' &&
    value !== null &&
    Object.entries(fields).every(([name, check]) => check((value as Record<string, unknown>)[name]));

const id = wholeTo(2_147_483_647, 1);
const capacity = { capacity: amount, capacityUnit: text };

const reduction = { id: amount, type: oneOf('EURO', 'PERCENTAGE'), amount, detailType: text };
const image = having({ url: text, alt: text, tint: text, width: amount, height: amount });
const variation = orNull(having({ id: amount, label: text, displayLabel: orNull(text) }));

const declination: Record<keyof Declination, Check> = {
  id,
  reference: text,
  year: orNull(amount),
  price: amount,
  discount: orNull(having(reduction)),
  lowestPrice: orNull(amount),
  ...capacity,
  quantity: amount,
  setQuantity: flag,
  sellByMultipleOf: amount,
  variation1: variation,
  variation2: variation,
  variation3: variation,
  image: orNull(image),
};

const product: Record<keyof CartProduct, Check> = {
  id,
  idProduct: id,
  slug: text,
  name: text,
  type: having({ type: oneOf(...productTypes) }),
  kind: oneOf(...productKinds),
  isVintage: flag,
  declination: listOf(having(declination)),
  price: amount,
  discount: orNull(having(reduction)),
  hasShippingFees: flag,
  sellByMultipleOf: amount,
  quantity: amount,
  setQuantity: flag,
  vatRate: amount,
  isAlcohol: flag,
  image: orNull(image),
  products: listOf(
    having({ idDeclination: id, type: oneOf(...productTypes), quantity: amount, name: text, ...capacity }),
  ),
};

const line: Record<keyof CartLine, Check> = {
  id: wholeTo(cartLineIdWrap - 1),
  product: having(product),
  declinationId: id,
  quantity: wholeTo(mostOfOneLine, 1),
};

const address: Record<keyof CartAddress, Check> = {
  firstname: text,
  lastname: text,
  address: text,
  addressPart2: text,
  postalCode: text,
  city: text,
  country: text,
};

const carrier = having({
  id: amount,
  name: text,
  fdp: amount,
  price: amount,
  serviceCode: text,
  deliveryType: oneOf('DELIVERY', 'PICKUP'),
  siteType: text,
});

const position = orNull(having({ latitude: amount, longitude: amount }));

const checks: Record<Exclude<keyof CartMemory, 'products'>, Check> = {
  nextLineId: wholeTo(cartLineIdWrap - 1),
  deliveryType: oneOf('delivery', 'clickAndCollect', 'no_delivery'),
  clickAndCollect: having({ date: text, idAddress: orNull(id), idSchedule: orNull(id) }),
  accessPointAddress: orNull(
    having({
      ...{ id: text, firstPart: text, secondPart: text, position, icon: text },
      city: having({ postalCode: text, name: text }),
      country: having({ alphaTwo: text }),
    }),
  ),
  city: orNull(having({ id: text, name: text, postalCode: text })),
  country: orNull(having({ id: amount, alphaTwo: text, alphaThree: text })),
  carrier: orNull(carrier),
  shippingPrices: listOf(carrier),
  address: having({ shipping: having(address), billing: having(address), billingIsShipping: flag }),
  phone: text,
  message: text,
  discount: orNull(
    having({ ...reduction, code: text, value: amount, total: amount, subtotal: amount, shippingFees: amount }),
  ),
  payment: orNull(oneOf(...paymentMethods)),
};

const isLine = (value: unknown): value is CartLine =>
  having(line)(value) &&
  (value as CartLine).product.declination.some(({ id }) => id === (value as CartLine).declinationId);

/** The lines that make sense, each under a number of its own. */
function readLines(value: unknown): CartLine[] {
  if (!Array.isArray(value)) return [];
  const lines = value.filter(isLine).slice(0, mostLines);
  return lines.filter((one, index) => lines.findIndex(({ id }) => id === one.id) === index);
}

/**
 * What can be used of what the browser remembers, whatever it is: a person, another version or a fault may have changed
 * it. A part that makes no sense is as at first, a line that makes none is left out.
 */
export function readCart(remembered: unknown): CartMemory {
  if (!having({})(remembered)) return emptyCart;
  const parts = remembered as Record<string, unknown>;
  const sound = Object.entries(checks).filter(([name, check]) => check(parts[name]));
  return {
    ...emptyCart,
    ...(Object.fromEntries(sound.map(([name]) => [name, parts[name]])) as Partial<CartMemory>),
    products: readLines(parts.products),
  };
}
