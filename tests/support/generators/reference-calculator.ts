import type { Product, Variant } from '#shared/catalogue/catalogue-contract.ts';

/**
 * A second opinion on what an order costs, written from docs/rules.md and not from the code: fractions of whole numbers
 * instead of cents, and no rule imported, so that a mistake would have to be made twice. What goes in is as the API's
 * `GET /product` and the files of `content/` have it, in euros; what comes out is cents. It is one long file so that it can
 * be read from top to bottom beside the rules.
 */

export interface PurchaseLine {
  product: Product;
  declination: Variant;
  quantity: number;
}

/** As in carriers.json. */
export interface CarrierRates {
  id: number;
  deliveryType: 'DELIVERY' | 'PICKUP';
  rates: { zones: string[]; brackets: { upTo: number | null; price: number }[] }[];
}

/** As in parameters.json; what is left out is not set. */
export interface Settings {
  FREE_SHIPPING_BOTTLE?: number;
  FREE_SHIPPING_PRICE?: number;
  MINIMUM_EXPEDITION_BOTTLE?: number;
  MAXIMUM_EXPEDITION_BOTTLE?: number;
  SELLS_WORLDWIDE?: boolean;
}

export interface Shop {
  carriers: CarrierRates[];
  settings: Settings;
  /** What is left of each declination; one that is not in it is not counted. */
  stock: Map<number, number>;
}

/** As in discount-codes.json, and known to hold. */
export type Code = { type: 'EURO' | 'PERCENTAGE'; amount: number; detailType: 'PRODUCT' | 'SHIPPING_FEES' };

export interface Destination {
  /** Alpha-2. */
  country: string;
  postalCode: string;
}

export type Delivery =
  | ({ type: 'DELIVERY' | 'PICKUP'; idCarrier: number } & Destination)
  | { type: 'CLICK_AND_COLLECT' }
  | { type: 'NO_DELIVERY' };

export interface Purchase {
  lines: PurchaseLine[];
  code: Code | null;
  delivery: Delivery;
}

export interface Bill {
  bottles: number;
  subtotal: number;
  discount: number;
  shippingFees: number;
  total: number;
  vat: { rate: number; total: number; vat: number }[];
}

/** What is wrong with a line: it is sold by the `step`, or only so many are `available`. */
export type ExpectedLineIssue = { index: number; step: number } | { index: number; available: number };
export type OrderResult = { refusal: string; wrong: ExpectedLineIssue[] } | { refusal: null; bill: Bill };

/** Numerator and denominator, the latter positive. */
type Fraction = readonly [bigint, bigint];

/** The decimal that a number is written as: `12.34` is 1234 hundredths. */
function toFraction(decimal: number): Fraction {
  const [whole = '0', fraction = ''] = String(decimal).split('.');
  return [BigInt(whole + fraction), 10n ** BigInt(fraction.length)];
}
const multiply = ([a, b]: Fraction, [c, d]: Fraction): Fraction => [a * c, b * d];
const subtract = ([a, b]: Fraction, [c, d]: Fraction): Fraction => [a * d - c * b, b * d];
const isLess = ([a, b]: Fraction, [c, d]: Fraction): boolean => a * d < c * b;

/** To the nearest whole, from the half up. */
function roundHalfUp([a, b]: Fraction): bigint {
  const twice = 2n * a + b;
  const below = ((twice % (2n * b)) + 2n * b) % (2n * b);
  return (twice - below) / (2n * b);
}
const toCents = (euros: number): bigint => roundHalfUp(multiply(toFraction(euros), [100n, 1n]));
const percentage = (percent: number): Fraction => multiply(toFraction(percent), [1n, 100n]);
const notNegative = (cents: bigint): bigint => (cents < 0n ? 0n : cents);
const sumOf = (amounts: bigint[]): bigint => amounts.reduce((sum, amount) => sum + amount, 0n);

function unitCents({ product, declination }: PurchaseLine): bigint {
  const price = toCents(declination.price);
  const discount = [declination.discount, product.discount].find((each) => each && each.detailType !== 'SHIPPING_FEES');
  if (!discount) return price;
  if (discount.type === 'EURO') return notNegative(price - toCents(discount.amount));
  return notNegative(roundHalfUp(multiply([price, 1n], subtract([1n, 1n], percentage(discount.amount)))));
}
const lineCents = (taken: PurchaseLine): bigint => unitCents(taken) * BigInt(taken.quantity);

/** What one of them is made of, bottle by bottle. */
function bottlesIn({ product, declination }: PurchaseLine) {
  if (product.type.type === 'BOX') return product.products;
  return [{ ...declination, type: 'WINE', idDeclination: declination.id, quantity: 1 }];
}

function isSmall({ type, capacity, capacityUnit }: { type: string; capacity: number; capacityUnit: string }): boolean {
  const limit: Fraction = capacityUnit === 'LITER' ? [3n, 4n] : [75n, 1n];
  return type === 'WINE' && isLess(toFraction(capacity), limit);
}

/** Two small ones make a bottle. */
export function countBottles(taken: PurchaseLine[]): number {
  let large = 0;
  let small = 0;
  for (const each of taken)
    if (each.product.hasShippingFees)
      for (const bottle of bottlesIn(each)) {
        const number = bottle.quantity * each.quantity;
        if (isSmall(bottle)) small += number;
        else large += number;
      }
  return large + (small - (small % 2)) / 2;
}

const stepOf = ({ product, declination }: PurchaseLine): number =>
  product.isVintage && declination.sellByMultipleOf > 1 ? declination.sellByMultipleOf : 1;

/** How many bottles of each declination leave the cellar. */
export function stockUsage(taken: PurchaseLine[]): Map<number, number> {
  const leaves = new Map<number, number>();
  for (const each of taken)
    for (const { idDeclination, quantity } of bottlesIn(each))
      leaves.set(idDeclination, (leaves.get(idDeclination) ?? 0) + quantity * each.quantity);
  return leaves;
}

/** Whether the cellar has enough of everything that this line is made of, for all lines together. */
function isInStock(index: number, taken: PurchaseLine[], { stock }: Shop): boolean {
  const leaves = stockUsage(taken);
  const each = taken[index];
  return (each ? bottlesIn(each) : []).every(({ idDeclination }) => {
    const left = stock.get(idDeclination);
    return left === undefined || (leaves.get(idDeclination) ?? 0) <= left;
  });
}

/** Lines that cannot be sold like this. */
function lineIssues(taken: PurchaseLine[], shop: Shop): ExpectedLineIssue[] {
  const wrong: ExpectedLineIssue[] = [];
  taken.forEach((each, index) => {
    const step = stepOf(each);
    if (each.quantity <= 0 || each.quantity % step !== 0) wrong.push({ index, step });
    else if (!isInStock(index, taken, shop)) {
      // Tried one after the other, from the wish down.
      let available = each.quantity;
      const fits = () => isInStock(index, taken.with(index, { ...each, quantity: available }), shop);
      while (available > 0 && !fits()) available -= step;
      wrong.push({ index, available });
    }
  });
  return wrong;
}

const overseasCountries = 'GP MQ GF RE YT PM BL MF WF PF NC TF'.split(' ');

function zoneOf({ country, postalCode }: Destination): string {
  const code = country.toUpperCase();
  const digits = [...postalCode].filter((sign) => sign >= '0' && sign <= '9').join('');
  if (code !== 'FR') return overseasCountries.includes(code) ? 'FR-OVERSEAS' : code;
  if (digits.startsWith('980')) return 'MC';
  if (digits.startsWith('97') || digits.startsWith('98')) return 'FR-OVERSEAS';
  return digits.startsWith('20') ? 'FR-CORSICA' : 'FR-MAINLAND';
}

function codeCents(code: Code | null, touches: Code['detailType'], base: bigint): bigint {
  if (!code || code.detailType !== touches) return 0n;
  const off = code.type === 'EURO' ? toCents(code.amount) : roundHalfUp(multiply([base, 1n], percentage(code.amount)));
  return off > base ? base : off;
}

const goodsCents = (taken: PurchaseLine[]): bigint => sumOf(taken.map(lineCents));

export interface Offer {
  id: number;
  deliveryType: 'DELIVERY' | 'PICKUP';
  /** The fee to pay, and what it is where shipping is not free. */
  fdp: number;
  price: number;
}

/** Who brings it there, the cheapest first. */
export function expectedCarrierOffers(
  taken: PurchaseLine[],
  code: Code | null,
  to: Destination,
  { carriers, settings }: Shop,
): Offer[] {
  const bottles = countBottles(taken);
  const goods = goodsCents(taken);
  const paid = goods - codeCents(code, 'PRODUCT', goods);
  const { FREE_SHIPPING_BOTTLE: fromBottles = 0, FREE_SHIPPING_PRICE: fromEuros = 0 } = settings;
  const free =
    !taken.some(({ product }) => product.hasShippingFees) ||
    (fromBottles > 0 && bottles >= fromBottles) ||
    (fromEuros > 0 && paid >= toCents(fromEuros));
  const zone = zoneOf(to);
  const offers: Offer[] = [];
  for (const { id, deliveryType, rates } of carriers) {
    const zones = settings.SELLS_WORLDWIDE ? [zone, 'WORLD'] : [zone];
    const rate = zones.map((each) => rates.find((one) => one.zones.includes(each))).find((found) => found);
    const bracket = rate?.brackets.find(({ upTo }) => upTo === null || upTo >= bottles);
    if (!bracket) continue;
    const price = Number(toCents(bracket.price));
    offers.push({ id, deliveryType, price, fdp: free ? 0 : price });
  }
  const rank = ({ fdp, price, id }: Offer) => [fdp, price, id];
  return offers.sort((one, other) => {
    const at = rank(one).findIndex((value, index) => value !== rank(other)[index]);
    return (rank(one)[at] ?? 0) - (rank(other)[at] ?? 0);
  });
}

/** Cent by cent: whole cents first, then each one left to whoever lacks the most. */
function prorate(amount: bigint, prices: bigint[]): bigint[] {
  const all = sumOf(prices);
  if (all === 0n) return prices.map((_, index) => (index === 0 ? amount : 0n));
  const parts = prices.map((price) => (amount * price) / all);
  for (let left = amount - sumOf(parts); left > 0n; left -= 1n) {
    const lacks = prices.map((price, index) => amount * price - (parts[index] ?? 0n) * all);
    const who = lacks.findIndex((lack) => lacks.every((other) => other <= lack));
    parts[who] = (parts[who] ?? 0n) + 1n;
  }
  return parts;
}

/** What these lines cost with a code, where bringing them costs `fee` cents. */
export function calculateBill(taken: PurchaseLine[], code: Code | null, fee: number): Bill {
  const prices = taken.map(lineCents);
  const subtotal = sumOf(prices);
  const offGoods = codeCents(code, 'PRODUCT', subtotal);
  const offFee = codeCents(code, 'SHIPPING_FEES', BigInt(fee));
  const off = prorate(offGoods, prices);
  const on = prorate(BigInt(fee) - offFee, prices);
  const byRate = new Map<number, bigint>();
  taken.forEach(({ product: { vatRate } }, index) => {
    const paid = (prices[index] ?? 0n) - (off[index] ?? 0n) + (on[index] ?? 0n);
    byRate.set(vatRate, (byRate.get(vatRate) ?? 0n) + paid);
  });
  const vat = [...byRate.keys()]
    .sort((one, other) => one - other)
    .map((rate) => {
      const total = byRate.get(rate) ?? 0n;
      const [numerator, denominator] = percentage(rate);
      const inside = roundHalfUp([total * numerator, numerator + denominator]);
      return { rate, total: Number(total), vat: Number(inside) };
    });
  return {
    bottles: countBottles(taken),
    subtotal: Number(subtotal),
    discount: Number(offGoods + offFee),
    shippingFees: fee,
    total: Number(subtotal - offGoods + BigInt(fee) - offFee),
    vat,
  };
}

/** Whether the order is taken, with its bill, or why it is not. */
export function calculateOrder({ lines, code, delivery }: Purchase, shop: Shop): OrderResult {
  const no = (refusal: string, wrong: ExpectedLineIssue[] = []): OrderResult => ({ refusal, wrong });
  if (lines.length === 0) return no('empty');
  const wrong = lineIssues(lines, shop);
  if (wrong.length > 0) return no('lines', wrong);
  const needsDelivery = lines.some(({ product }) => product.hasShippingFees);
  if (delivery.type === 'CLICK_AND_COLLECT') return { refusal: null, bill: calculateBill(lines, code, 0) };
  if (delivery.type === 'NO_DELIVERY')
    return needsDelivery ? no('needs_delivery') : { refusal: null, bill: calculateBill(lines, code, 0) };
  const { MINIMUM_EXPEDITION_BOTTLE: least = 0, MAXIMUM_EXPEDITION_BOTTLE: most = 0 } = shop.settings;
  const bottles = countBottles(lines);
  if (needsDelivery && bottles < least) return no('too_few_bottles');
  if (needsDelivery && most > 0 && bottles > most) return no('too_many_bottles');
  const chosen = expectedCarrierOffers(lines, code, delivery, shop).find(
    ({ id, deliveryType }) => id === delivery.idCarrier && deliveryType === delivery.type,
  );
  return chosen ? { refusal: null, bill: calculateBill(lines, code, chosen.fdp) } : no('no_carrier');
}
