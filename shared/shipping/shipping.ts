import type { ItemLine } from '#shared/catalogue/sellable-item.ts';
import type { Cents } from '#shared/money.ts';
import { bottleCount } from './bottle-count.ts';
import { type ShippingZone, unknownZone, worldZone } from './shipping-zone.ts';

/** What a carrier asks up to a number of bottles, in cents with VAT; `upTo` null: however many. */
export interface PriceBracket {
  upTo: number | null;
  price: Cents;
}

/** What a carrier asks in some zones. Brackets by rising number of bottles. */
export interface ShippingRate {
  zones: readonly ShippingZone[];
  brackets: readonly PriceBracket[];
}

export interface Carrier {
  id: number;
  name: string;
  serviceCode: string;
  /** DELIVERY brings it to the door, PICKUP to a relay point. */
  deliveryType: 'DELIVERY' | 'PICKUP';
  siteType: string;
  rates: readonly ShippingRate[];
}

/** The parameters of a site that decide about shipping; 0 stands for "no such rule". */
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

/** A carrier that would bring this cart there: `fdp` is the fee to pay, `price` what it is without free shipping. Cents. */
export interface CarrierOffer {
  carrier: Carrier;
  shippingFee: Cents;
  price: Cents;
}

/** Whether anything in the cart has to be shipped for a fee. */
export const needsShipping = (lines: readonly ItemLine[]): boolean => lines.some(({ item }) => item.hasShippingFees);

/** Whether shipping is free: from so many bottles, or from so much of goods after every discount that touches goods. */
export function isShippingFree(bottles: number, goods: Cents, rules: ShippingRules): boolean {
  const byBottles = rules.freeFromBottles > 0 && bottles >= rules.freeFromBottles;
  const byGoods = rules.freeFromGoods > 0 && goods >= rules.freeFromGoods;
  return byBottles || byGoods;
}

/** What is still missing for free shipping, in bottles and in cents of goods; null where that way does not exist or it is reached. */
export function missingForFreeShipping(bottles: number, goods: Cents, rules: ShippingRules) {
  if (isShippingFree(bottles, goods, rules)) return { isFree: true, bottles: null, goods: null };
  return {
    isFree: false,
    bottles: rules.freeFromBottles > 0 ? rules.freeFromBottles - bottles : null,
    goods: rules.freeFromGoods > 0 ? rules.freeFromGoods - goods : null,
  };
}

export type ShipmentRefusal = 'too_few_bottles' | 'too_many_bottles';

/** Whether so many bottles may be shipped. Binds deliveries only, and not a cart of things that need no shipping. */
export function findShipmentRefusal(lines: readonly ItemLine[], rules: ShippingRules): ShipmentRefusal | null {
  if (!needsShipping(lines)) return null;
  const bottles = bottleCount(lines);
  if (rules.minBottles > 0 && bottles < rules.minBottles) return 'too_few_bottles';
  if (rules.maxBottles > 0 && bottles > rules.maxBottles) return 'too_many_bottles';
  return null;
}

/** The rate for a zone: the one that names it, else the carrier's rate for the world where the estate sells worldwide. */
export function rateFor(carrier: Carrier, zone: ShippingZone, sellsWorldwide: boolean): ShippingRate | null {
  if (zone === unknownZone) return null;
  const named = carrier.rates.find(({ zones }) => zones.includes(zone));
  if (named) return named;
  return (sellsWorldwide && carrier.rates.find(({ zones }) => zones.includes(worldZone))) || null;
}

/** The price of a rate for a number of bottles; null where it takes no so many. */
export const bracketPrice = ({ brackets }: ShippingRate, bottles: number): Cents | null =>
  brackets.find(({ upTo }) => upTo === null || bottles <= upTo)?.price ?? null;

/**
 * The carriers that bring a cart to a zone, each with its fee, the cheapest first. `goods` is what the goods cost after
 * every discount that touches them. A cart without anything that has shipping fees costs nothing.
 */
export function carrierOffers(
  carriers: readonly Carrier[],
  zone: ShippingZone,
  cart: { lines: readonly ItemLine[]; goods: Cents },
  rules: ShippingRules,
): CarrierOffer[] {
  const bottles = bottleCount(cart.lines);
  const isFree = !needsShipping(cart.lines) || isShippingFree(bottles, cart.goods, rules);
  return carriers
    .flatMap((carrier): CarrierOffer[] => {
      const rate = rateFor(carrier, zone, rules.sellsWorldwide);
      const price = rate && bracketPrice(rate, bottles);
      return price === null ? [] : [{ carrier, price, shippingFee: isFree ? 0 : price }];
    })
    .sort(
      (one, other) =>
        one.shippingFee - other.shippingFee || one.price - other.price || one.carrier.id - other.carrier.id,
    );
}
