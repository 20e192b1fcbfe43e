import type { SellableLine } from '#shared/catalogue/sellable-item.ts';
import type { Cents } from '#shared/money.ts';
import type { DeliveryTime } from '#shared/shipping/delivery-time/delivery-time.ts';
import { countBottlesToShip } from './count-bottles-to-ship.ts';
import { isBannedCountry } from './delivery-countries.ts';
import {
  isInExciseTerritory,
  listZonesOfCountry,
  type ShippingZone,
  undeterminedZone,
  worldShippingZone,
} from './shipping-zone.ts';

/**
 * A shipping price in cents with VAT for up to a number of bottles. If `upTo` is null, the price applies to any number.
 */
interface ShippingPriceBracket {
  upTo: number | null;
  price: Cents;
}

/** The shipping prices of a carrier in some zones. The brackets are in ascending order of bottles. */
export interface ShippingRate {
  zones: readonly ShippingZone[];
  /** The delivery time to these zones; null or absent if it is that of the carrier. */
  deliveryTime?: DeliveryTime | null;
  brackets: readonly ShippingPriceBracket[];
}

export interface Carrier {
  id: number;
  name: string;
  serviceCode: string;
  /** The carrier delivers to the door (DELIVERY) or to a pickup point (PICKUP). */
  deliveryType: 'DELIVERY' | 'PICKUP';
  siteType: string;
  deliveryTime?: DeliveryTime | null;
  rates: readonly ShippingRate[];
}

/** The shipping rules of a site. A value of 0 means that there is no such rule. */
export interface ShippingRules {
  /** Number of bottles from which shipping is free (parameter FREE_SHIPPING_BOTTLE). */
  freeFromBottles: number;
  /** Price of the goods in cents from which shipping is free (parameter FREE_SHIPPING_PRICE). */
  freeFromGoods: Cents;
  /** Bottles below which a cart is refused for shipping; 0 for no minimum (parameter MINIMUM_EXPEDITION_BOTTLE). */
  minBottles: number;
  /** Bottles above which a cart is refused for shipping; 0 for no maximum (parameter MAXIMUM_EXPEDITION_BOTTLE). */
  maxBottles: number;
  sellsWorldwide: boolean;
}

/**
 * A carrier that ships a cart to a zone. `shippingFee` is the fee to pay and `price` the fee without regard to free
 * shipping, both in cents.
 */
export interface CarrierOffer {
  carrier: Carrier;
  shippingFee: Cents;
  price: Cents;
}

export const hasItemsWithShippingFees = (lines: readonly SellableLine[]): boolean =>
  lines.some(({ item }) => item.hasShippingFees);

/** Checks whether at least one line of the cart is not a voucher, so that the customer has to receive goods. */
export const hasPhysicalGoods = (lines: readonly SellableLine[]): boolean =>
  lines.some(({ item }) => item.kind !== 'voucher');

/**
 * Checks whether a cart reaches a threshold for free shipping, which applies to the cheapest carrier of each delivery
 * type.
 * @param goods price of the goods in cents after all discounts on them
 */
export function isFreeShippingThresholdReached(bottles: number, goods: Cents, rules: ShippingRules): boolean {
  const isFreeByBottles = rules.freeFromBottles > 0 && bottles >= rules.freeFromBottles;
  const isFreeByGoods = rules.freeFromGoods > 0 && goods >= rules.freeFromGoods;
  return isFreeByBottles || isFreeByGoods;
}

/**
 * Computes how many bottles and how many cents of goods are missing for free shipping; null for a rule that the site
 * does not have or that the cart meets.
 */
export function computeFreeShippingGap(bottles: number, goods: Cents, rules: ShippingRules) {
  if (isFreeShippingThresholdReached(bottles, goods, rules)) return { isFree: true, bottles: null, goods: null };
  return {
    isFree: false,
    bottles: rules.freeFromBottles > 0 ? rules.freeFromBottles - bottles : null,
    goods: rules.freeFromGoods > 0 ? rules.freeFromGoods - goods : null,
  };
}

export type BottleCountRefusal = 'too_few_bottles' | 'too_many_bottles';

/** Finds out whether a cart has too few or too many bottles to ship. A cart without shipping fees has no limits. */
export function findBottleCountRefusal(
  lines: readonly SellableLine[],
  rules: ShippingRules,
): BottleCountRefusal | null {
  if (!hasItemsWithShippingFees(lines)) return null;
  const bottles = countBottlesToShip(lines);
  if (rules.minBottles > 0 && bottles < rules.minBottles) return 'too_few_bottles';
  if (rules.maxBottles > 0 && bottles > rules.maxBottles) return 'too_many_bottles';
  return null;
}

/**
 * Finds the carrier's rate for the zone; null for a country to which no estate may ship. If the estate sells worldwide,
 * the carrier's worldwide rate is the fallback within the customs and excise territory of the European Union.
 */
export function findShippingRate(
  carrier: Pick<Carrier, 'rates'>,
  zone: ShippingZone,
  sellsWorldwide: boolean,
): ShippingRate | null {
  if (zone === undeterminedZone || isBannedCountry(zone)) return null;
  const named = carrier.rates.find(({ zones }) => zones.includes(zone));
  if (named) return named;
  const isCoveredByWorld = sellsWorldwide && isInExciseTerritory(zone);
  return (isCoveredByWorld && carrier.rates.find(({ zones }) => zones.includes(worldShippingZone))) || null;
}

/**
 * Checks whether one of the carriers ships to any part of a country.
 * @param country ISO 3166-1 alpha-2 code
 */
export const hasCarrierForCountry = (carriers: readonly Carrier[], country: string, sellsWorldwide: boolean): boolean =>
  listZonesOfCountry(country).some((zone) =>
    carriers.some((carrier) => findShippingRate(carrier, zone, sellsWorldwide) !== null),
  );

/** Finds the price of a rate for a number of bottles; null if the number exceeds the last bracket. */
export const findBracketPrice = ({ brackets }: ShippingRate, bottles: number): Cents | null =>
  brackets.find(({ upTo }) => upTo === null || bottles <= upTo)?.price ?? null;

/**
 * Lists the carriers that ship a cart to a zone with their fees, the cheapest first. Free shipping applies to the
 * cheapest carrier of each delivery type. Any carrier ships a cart free of charge if none of the cart's lines has
 * shipping fees.
 * @param cart `goods` is the price of the goods in cents after all discounts on them
 */
export function listCarrierOffers(
  carriers: readonly Carrier[],
  zone: ShippingZone,
  cart: { lines: readonly SellableLine[]; goods: Cents },
  rules: ShippingRules,
): CarrierOffer[] {
  const bottles = countBottlesToShip(cart.lines);
  const priced = carriers.flatMap((carrier) => {
    const rate = findShippingRate(carrier, zone, rules.sellsWorldwide);
    const price = rate && findBracketPrice(rate, bottles);
    if (rate === null || price === null) return [];
    return [{ carrier: { ...carrier, deliveryTime: rate.deliveryTime ?? carrier.deliveryTime ?? null }, price }];
  });
  const isFree = isFreeShippingThresholdReached(bottles, cart.goods, rules);
  const isStandard = ({ carrier, price }: (typeof priced)[number]) =>
    priced.every((other) => other.carrier.deliveryType !== carrier.deliveryType || price <= other.price);
  return priced
    .map((offer) => {
      const isWaived = !hasItemsWithShippingFees(cart.lines) || (isFree && isStandard(offer));
      return { ...offer, shippingFee: isWaived ? 0 : offer.price };
    })
    .sort((a, b) => a.shippingFee - b.shippingFee || a.price - b.price || a.carrier.id - b.carrier.id);
}
