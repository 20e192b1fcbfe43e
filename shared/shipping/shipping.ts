import type { SellableLine } from '#shared/catalogue/sellable-item.ts';
import type { Cents } from '#shared/money.ts';
import { countShippedBottles } from './count-shipped-bottles.ts';
import { listZonesOfCountry, type ShippingZone, unknownShippingZone, worldShippingZone } from './shipping-zone.ts';

/** The price up to a number of bottles, in cents with VAT. `upTo` null means any number. */
export interface ShippingPriceBracket {
  upTo: number | null;
  price: Cents;
}

/** The prices of a carrier in some zones. Brackets are in ascending order of bottles. */
export interface ShippingRate {
  zones: readonly ShippingZone[];
  brackets: readonly ShippingPriceBracket[];
}

export interface Carrier {
  id: number;
  name: string;
  serviceCode: string;
  /** DELIVERY is to the door, PICKUP to a pickup point. */
  deliveryType: 'DELIVERY' | 'PICKUP';
  siteType: string;
  rates: readonly ShippingRate[];
}

/** The shipping rules of a site; 0 stands for "no such rule". */
export interface ShippingRules {
  /** FREE_SHIPPING_BOTTLE. */
  freeFromBottles: number;
  /** FREE_SHIPPING_PRICE, in cents. */
  freeFromGoods: Cents;
  /** MINIMUM_EXPEDITION_BOTTLE. */
  minBottles: number;
  /** MAXIMUM_EXPEDITION_BOTTLE. */
  maxBottles: number;
  sellsWorldwide: boolean;
}

/** A carrier that ships a cart to a zone: `shippingFee` is the fee to pay, `price` the fee before free shipping. Cents. */
export interface CarrierOffer {
  carrier: Carrier;
  shippingFee: Cents;
  price: Cents;
}

/** True if any line has shipping fees. */
export const needsShipping = (lines: readonly SellableLine[]): boolean =>
  lines.some(({ item }) => item.hasShippingFees);

/** @param goods The price of the goods after all discounts on them. */
export function isShippingFree(bottles: number, goods: Cents, rules: ShippingRules): boolean {
  const byBottles = rules.freeFromBottles > 0 && bottles >= rules.freeFromBottles;
  const byGoods = rules.freeFromGoods > 0 && goods >= rules.freeFromGoods;
  return byBottles || byGoods;
}

/** The bottles and the cents of goods that are missing for free shipping; null for a rule that does not exist or is met. */
export function computeMissingForFreeShipping(bottles: number, goods: Cents, rules: ShippingRules) {
  if (isShippingFree(bottles, goods, rules)) return { isFree: true, bottles: null, goods: null };
  return {
    isFree: false,
    bottles: rules.freeFromBottles > 0 ? rules.freeFromBottles - bottles : null,
    goods: rules.freeFromGoods > 0 ? rules.freeFromGoods - goods : null,
  };
}

export type ShipmentRefusal = 'too_few_bottles' | 'too_many_bottles';

/** The reason why a cart has too few or too many bottles to ship. Carts without shipping fees have no limits. */
export function findShipmentRefusal(lines: readonly SellableLine[], rules: ShippingRules): ShipmentRefusal | null {
  if (!needsShipping(lines)) return null;
  const bottles = countShippedBottles(lines);
  if (rules.minBottles > 0 && bottles < rules.minBottles) return 'too_few_bottles';
  if (rules.maxBottles > 0 && bottles > rules.maxBottles) return 'too_many_bottles';
  return null;
}

/** The carrier's rate for the zone; otherwise its worldwide rate, if the estate sells worldwide. */
export function findShippingRate(carrier: Carrier, zone: ShippingZone, sellsWorldwide: boolean): ShippingRate | null {
  if (zone === unknownShippingZone) return null;
  const named = carrier.rates.find(({ zones }) => zones.includes(zone));
  if (named) return named;
  return (sellsWorldwide && carrier.rates.find(({ zones }) => zones.includes(worldShippingZone))) || null;
}

/** True if a carrier ships to any part of the country, given as ISO 3166-1 alpha-2 code. */
export const shipsToCountry = (carriers: readonly Carrier[], country: string, sellsWorldwide: boolean): boolean =>
  listZonesOfCountry(country).some((zone) =>
    carriers.some((carrier) => findShippingRate(carrier, zone, sellsWorldwide) !== null),
  );

/** The price of a rate for a number of bottles; null where it exceeds the last bracket. */
export const findBracketPrice = ({ brackets }: ShippingRate, bottles: number): Cents | null =>
  brackets.find(({ upTo }) => upTo === null || bottles <= upTo)?.price ?? null;

/**
 * The carriers that ship a cart to a zone with their fees, the cheapest first. Free shipping applies to the cheapest
 * carrier of each delivery type. A cart without lines that have shipping fees is shipped free of charge by any carrier.
 * @param cart `goods` is the price of the goods after all discounts on them.
 */
export function listCarrierOffers(
  carriers: readonly Carrier[],
  zone: ShippingZone,
  cart: { lines: readonly SellableLine[]; goods: Cents },
  rules: ShippingRules,
): CarrierOffer[] {
  const bottles = countShippedBottles(cart.lines);
  const priced = carriers.flatMap((carrier) => {
    const rate = findShippingRate(carrier, zone, rules.sellsWorldwide);
    const price = rate && findBracketPrice(rate, bottles);
    return price === null ? [] : [{ carrier, price }];
  });
  const isFree = isShippingFree(bottles, cart.goods, rules);
  const isStandard = ({ carrier, price }: (typeof priced)[number]) =>
    priced.every((other) => other.carrier.deliveryType !== carrier.deliveryType || price <= other.price);
  return priced
    .map((offer) => {
      const isWaived = !needsShipping(cart.lines) || (isFree && isStandard(offer));
      return { ...offer, shippingFee: isWaived ? 0 : offer.price };
    })
    .sort(
      (one, other) =>
        one.shippingFee - other.shippingFee || one.price - other.price || one.carrier.id - other.carrier.id,
    );
}
