import type { Product, Variant } from '#shared/catalogue/catalogue-contract.ts';

/**
 * Reference implementation of the price of an order, written from docs/rules.md. It calculates with exact
 * fractions and imports no rule, so that an error would have to be made twice. Input has the form of `GET /product` and
 * of the files in `content/`, in euros; output is in cents. The file is longer than 250 lines because it follows the
 * rules from top to bottom.
 */

export interface PurchaseLine {
  product: Product;
  variant: Variant;
  quantity: number;
}

/** A carrier in the format of the file carriers.json. */
export interface ReferenceCarrier {
  id: number;
  deliveryType: 'DELIVERY' | 'PICKUP';
  rates: { zones: string[]; brackets: { upTo: number | null; price: number }[] }[];
}

/** Shipping settings in the format of the file parameters.json. */
export interface ShippingSettings {
  FREE_SHIPPING_BOTTLE?: number;
  FREE_SHIPPING_PRICE?: number;
  MINIMUM_EXPEDITION_BOTTLE?: number;
  MAXIMUM_EXPEDITION_BOTTLE?: number;
  SELLS_WORLDWIDE?: boolean;
}

export interface ReferenceShop {
  /** The largest number of vouchers in an order; 50 by default. */
  maxVouchers?: number;
  carriers: ReferenceCarrier[];
  settings: ShippingSettings;
  /** Stock by variant id. The stock of a missing variant is not managed. */
  stock: Map<number, number>;
}

/** The reduction of a valid discount code: the fields of discount-codes.json that determine its value. */
export type ReferenceDiscountCode = {
  type: 'EURO' | 'PERCENTAGE';
  amount: number;
  detailType: 'PRODUCT' | 'SHIPPING_FEES';
};

interface Destination {
  /** Country as ISO 3166-1 alpha-2 code. */
  country: string;
  postalCode: string;
}

export type PurchaseDelivery =
  | ({ type: 'DELIVERY' | 'PICKUP'; idCarrier: number } & Destination)
  | { type: 'CLICK_AND_COLLECT' }
  | { type: 'NO_DELIVERY' };

export interface Purchase {
  lines: PurchaseLine[];
  code: ReferenceDiscountCode | null;
  delivery: PurchaseDelivery;
}

interface ExpectedBill {
  bottles: number;
  subtotal: number;
  discount: number;
  shippingFees: number;
  total: number;
  vat: { rate: number; total: number; vat: number }[];
}

/**
 * A cart line whose quantity is not a positive multiple of `step`, or more than the stock permits. `available` is then
 * the quantity that the stock permits.
 */
export type ExpectedLineIssue = { index: number; step: number } | { index: number; available: number };
export type ReferenceResult =
  | { refusal: string; lineIssues: ExpectedLineIssue[] }
  | { refusal: null; bill: ExpectedBill };

/** A fraction as numerator and positive denominator. */
type Fraction = readonly [bigint, bigint];

/**
 * Converts a number to a fraction by its shortest decimal notation, so that the result is exact: `12.34` becomes
 * 1234/100.
 */
function toFraction(decimal: number): Fraction {
  const [whole = '0', fraction = ''] = String(decimal).split('.');
  return [BigInt(whole + fraction), 10n ** BigInt(fraction.length)];
}
const multiply = ([a, b]: Fraction, [c, d]: Fraction): Fraction => [a * c, b * d];
const subtract = ([a, b]: Fraction, [c, d]: Fraction): Fraction => [a * d - c * b, b * d];
const isLess = ([a, b]: Fraction, [c, d]: Fraction): boolean => a * d < c * b;

function roundHalfUp([a, b]: Fraction): bigint {
  const twice = 2n * a + b;
  const below = ((twice % (2n * b)) + 2n * b) % (2n * b);
  return (twice - below) / (2n * b);
}
const toCents = (euros: number): bigint => roundHalfUp(multiply(toFraction(euros), [100n, 1n]));
const percentage = (percent: number): Fraction => multiply(toFraction(percent), [1n, 100n]);
const notNegative = (cents: bigint): bigint => (cents < 0n ? 0n : cents);
const sumOf = (amounts: bigint[]): bigint => amounts.reduce((sum, amount) => sum + amount, 0n);

function unitCents({ product, variant }: PurchaseLine): bigint {
  const price = toCents(variant.price);
  const discount = [variant.discount, product.discount].find(
    (candidate) => candidate && candidate.detailType !== 'SHIPPING_FEES',
  );
  if (!discount) return price;
  if (discount.type === 'EURO') return notNegative(price - toCents(discount.amount));
  return notNegative(roundHalfUp(multiply([price, 1n], subtract([1n, 1n], percentage(discount.amount)))));
}
const lineCents = (line: PurchaseLine): bigint => unitCents(line) * BigInt(line.quantity);

/** Returns the bottles in one unit: the contents of a box, otherwise the variant itself. */
function bottlesIn({ product, variant }: PurchaseLine) {
  if (product.type.type === 'BOX') return product.products;
  return [{ ...variant, type: 'WINE', idDeclination: variant.id, quantity: 1 }];
}

function isHalfBottle({
  type,
  capacity,
  capacityUnit,
}: {
  type: string;
  capacity: number | null;
  capacityUnit: string | null;
}): boolean {
  const limit: Fraction = capacityUnit === 'LITER' ? [3n, 4n] : [75n, 1n];
  return type === 'WINE' && capacity !== null && isLess(toFraction(capacity), limit);
}

/** Counts the bottles for shipping: two half bottles count as one, and a single half bottle is dropped. */
export function countBottles(lines: PurchaseLine[]): number {
  let bottles = 0;
  let halfBottles = 0;
  for (const line of lines)
    if (line.product.hasShippingFees)
      for (const bottle of bottlesIn(line)) {
        const number = bottle.quantity * line.quantity;
        if (isHalfBottle(bottle)) halfBottles += number;
        else bottles += number;
      }
  return bottles + (halfBottles - (halfBottles % 2)) / 2;
}

const stepOf = ({ product, variant }: PurchaseLine): number =>
  product.isVintage && variant.sellByMultipleOf > 1 ? variant.sellByMultipleOf : 1;

/** Returns the number of bottles that all lines use, by variant id. */
export function computeStockUsage(lines: PurchaseLine[]): Map<number, number> {
  const usage = new Map<number, number>();
  for (const line of lines)
    for (const { idDeclination, quantity } of bottlesIn(line))
      usage.set(idDeclination, (usage.get(idDeclination) ?? 0) + quantity * line.quantity);
  return usage;
}

/** Returns true if the stock of the variants in this line suffices for all lines together. */
function isInStock(index: number, lines: PurchaseLine[], { stock }: ReferenceShop): boolean {
  const usage = computeStockUsage(lines);
  const line = lines[index];
  return (line ? bottlesIn(line) : []).every(({ idDeclination }) => {
    const available = stock.get(idDeclination);
    return available === undefined || (usage.get(idDeclination) ?? 0) <= available;
  });
}

function findLineIssues(lines: PurchaseLine[], shop: ReferenceShop): ExpectedLineIssue[] {
  const issues: ExpectedLineIssue[] = [];
  lines.forEach((line, index) => {
    const step = stepOf(line);
    if (line.quantity <= 0 || line.quantity % step !== 0) issues.push({ index, step });
    else if (!isInStock(index, lines, shop)) {
      // All multiples of the step are tried downwards, because boxes and bottles share the stock.
      let available = line.quantity;
      const fits = () => isInStock(index, lines.with(index, { ...line, quantity: available }), shop);
      while (available > 0 && !fits()) available -= step;
      issues.push({ index, available });
    }
  });
  return issues;
}

/** The member states of the European Union and San Marino, to which a worldwide rate applies. */
const worldwideCountries =
  'AT BE BG CY CZ DE DK EE ES FI GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK SM FR-MAINLAND FR-CORSICA'.split(' ');
const overseasCountries = 'GP MQ GF RE YT PM BL MF WF PF NC TF'.split(' ');

/** Returns null for a French postcode without exactly five digits, to which no carrier delivers. */
function zoneOf({ country, postalCode }: Destination): string | null {
  const code = country.toUpperCase();
  const digits = [...postalCode].filter((character) => character >= '0' && character <= '9').join('');
  if (code === 'MC') return 'FR-MAINLAND';
  if (code !== 'FR') return overseasCountries.includes(code) ? 'FR-OVERSEAS' : code;
  if (digits.length !== 5) return null;
  if (digits.startsWith('980')) return 'FR-MAINLAND';
  if (digits.startsWith('97') || digits.startsWith('98')) return 'FR-OVERSEAS';
  return digits.startsWith('20') ? 'FR-CORSICA' : 'FR-MAINLAND';
}

function codeCents(
  code: ReferenceDiscountCode | null,
  target: ReferenceDiscountCode['detailType'],
  base: bigint,
): bigint {
  if (!code || code.detailType !== target) return 0n;
  const reduction =
    code.type === 'EURO' ? toCents(code.amount) : roundHalfUp(multiply([base, 1n], percentage(code.amount)));
  return reduction > base ? base : reduction;
}

const goodsCents = (lines: PurchaseLine[]): bigint => sumOf(lines.map(lineCents));

interface ExpectedCarrierOffer {
  id: number;
  deliveryType: 'DELIVERY' | 'PICKUP';
  /** Shipping fee that the customer pays, in cents; 0 if shipping is free. */
  shippingFee: number;
  /** Shipping fee in cents without regard to free shipping. */
  price: number;
}

/** Returns the carriers that deliver to the destination, cheapest first. */
export function computeExpectedCarrierOffers(
  lines: PurchaseLine[],
  code: ReferenceDiscountCode | null,
  destination: Destination,
  { carriers, settings }: ReferenceShop,
): ExpectedCarrierOffer[] {
  const bottles = countBottles(lines);
  const goods = goodsCents(lines);
  const paid = goods - codeCents(code, 'PRODUCT', goods);
  const { FREE_SHIPPING_BOTTLE: fromBottles = 0, FREE_SHIPPING_PRICE: fromEuros = 0 } = settings;
  const isFeeless = !lines.some(({ product }) => product.hasShippingFees);
  const isFree = (fromBottles > 0 && bottles >= fromBottles) || (fromEuros > 0 && paid >= toCents(fromEuros));
  const zone = zoneOf(destination);
  if (zone === null) return [];
  const offers: ExpectedCarrierOffer[] = [];
  for (const { id, deliveryType, rates } of carriers) {
    const zones = settings.SELLS_WORLDWIDE && worldwideCountries.includes(zone) ? [zone, 'WORLD'] : [zone];
    const rate = zones.map((name) => rates.find((rate) => rate.zones.includes(name))).find((rate) => rate);
    const bracket = rate?.brackets.find(({ upTo }) => upTo === null || upTo >= bottles);
    if (!bracket) continue;
    const price = Number(toCents(bracket.price));
    offers.push({ id, deliveryType, price, shippingFee: isFeeless ? 0 : price });
  }
  for (const type of isFree ? ['DELIVERY', 'PICKUP'] : []) {
    const ofType = offers.filter(({ deliveryType }) => deliveryType === type);
    const cheapest = Math.min(...ofType.map(({ price }) => price));
    for (const offer of ofType) if (offer.price === cheapest) offer.shippingFee = 0;
  }
  const rank = ({ shippingFee, price, id }: ExpectedCarrierOffer) => [shippingFee, price, id];
  return offers.sort((a, b) => {
    const at = rank(a).findIndex((value, index) => value !== rank(b)[index]);
    return (rank(a)[at] ?? 0) - (rank(b)[at] ?? 0);
  });
}

/** Distributes an amount over order lines in proportion to their prices, by the largest remainder method. */
function prorate(amount: bigint, prices: bigint[]): bigint[] {
  const total = sumOf(prices);
  if (total === 0n) return prices.map((_, index) => (index === 0 ? amount : 0n));
  const shares = prices.map((price) => (amount * price) / total);
  for (let rest = amount - sumOf(shares); rest > 0n; rest -= 1n) {
    const remainders = prices.map((price, index) => amount * price - (shares[index] ?? 0n) * total);
    const largest = remainders.findIndex((remainder) => remainders.every((other) => other <= remainder));
    shares[largest] = (shares[largest] ?? 0n) + 1n;
  }
  return shares;
}

/**
 * Calculates the bill of an order.
 * @param fee shipping fee in cents, before the discount code
 */
export function calculateBillForFee(
  lines: PurchaseLine[],
  code: ReferenceDiscountCode | null,
  fee: number,
): ExpectedBill {
  const prices = lines.map(lineCents);
  const subtotal = sumOf(prices);
  const goodsDiscount = codeCents(code, 'PRODUCT', subtotal);
  const feeDiscount = codeCents(code, 'SHIPPING_FEES', BigInt(fee));
  const discountShares = prorate(goodsDiscount, prices);
  const feeShares = prorate(BigInt(fee) - feeDiscount, prices);
  const byRate = new Map<number, bigint>();
  lines.forEach(({ product: { vatRate } }, index) => {
    const paid = (prices[index] ?? 0n) - (discountShares[index] ?? 0n) + (feeShares[index] ?? 0n);
    byRate.set(vatRate, (byRate.get(vatRate) ?? 0n) + paid);
  });
  const vat = [...byRate.keys()]
    .sort((a, b) => a - b)
    .map((rate) => {
      const total = byRate.get(rate) ?? 0n;
      const [numerator, denominator] = percentage(rate);
      const includedVat = roundHalfUp([total * numerator, numerator + denominator]);
      return { rate, total: Number(total), vat: Number(includedVat) };
    });
  return {
    bottles: countBottles(lines),
    subtotal: Number(subtotal),
    discount: Number(goodsDiscount + feeDiscount),
    shippingFees: fee,
    total: Number(subtotal - goodsDiscount + BigInt(fee) - feeDiscount),
    vat,
  };
}

/** Returns the bill of the order, or the reason for its refusal. */
export function calculateOrder({ lines, code, delivery }: Purchase, shop: ReferenceShop): ReferenceResult {
  const refuse = (refusal: string, lineIssues: ExpectedLineIssue[] = []): ReferenceResult => ({ refusal, lineIssues });
  if (lines.length === 0) return refuse('empty');
  const lineIssues = findLineIssues(lines, shop);
  if (lineIssues.length > 0) return refuse('lines', lineIssues);
  const voucherCount = lines.reduce((sum, line) => sum + (line.product.kind === 'voucher' ? line.quantity : 0), 0);
  if (voucherCount > (shop.maxVouchers ?? 50)) return refuse('too_many_vouchers');
  const needsDelivery = lines.some(({ product }) => product.hasShippingFees);
  if (delivery.type === 'CLICK_AND_COLLECT') return { refusal: null, bill: calculateBillForFee(lines, code, 0) };
  if (delivery.type === 'NO_DELIVERY')
    return lines.some(({ product }) => product.kind !== 'voucher')
      ? refuse('needs_delivery')
      : { refusal: null, bill: calculateBillForFee(lines, code, 0) };
  const { MINIMUM_EXPEDITION_BOTTLE: minBottles = 0, MAXIMUM_EXPEDITION_BOTTLE: maxBottles = 0 } = shop.settings;
  const bottles = countBottles(lines);
  if (needsDelivery && bottles < minBottles) return refuse('too_few_bottles');
  if (needsDelivery && maxBottles > 0 && bottles > maxBottles) return refuse('too_many_bottles');
  const chosen = computeExpectedCarrierOffers(lines, code, delivery, shop).find(
    ({ id, deliveryType }) => id === delivery.idCarrier && deliveryType === delivery.type,
  );
  return chosen ? { refusal: null, bill: calculateBillForFee(lines, code, chosen.shippingFee) } : refuse('no_carrier');
}
