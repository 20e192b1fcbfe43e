import { findBracketPrice, findShippingRate } from '#shared/shipping/shipping.ts';
import { type ShippingZone, undeterminedZone } from '#shared/shipping/shipping-zone.ts';

/** A rate as the form contains it: the user may not have filled in all fields yet. */
export interface EnteredRate {
  zones?: readonly string[] | null;
  brackets?: readonly ({ upTo?: number | null; price?: number | null } | null)[] | null;
}

type PreviewFee =
  | { result: 'fee'; price: number }
  /** A French postcode does not have five digits, no rate applies to the zone, or there are too many bottles. */
  | { result: 'noPostcode' | 'noRate' | 'tooManyBottles' };

/** Finds the fee in euros that the typed rates give for a shipment, without the free shipping of the site. */
export function findPreviewFee(entered: readonly EnteredRate[], zone: ShippingZone, bottles: number): PreviewFee {
  if (zone === undeterminedZone) return { result: 'noPostcode' };
  const rates = entered.map(({ zones, brackets }) => ({
    zones: zones ?? [],
    brackets: (brackets ?? []).flatMap((bracket) =>
      typeof bracket?.price === 'number' ? [{ upTo: bracket.upTo ?? null, price: bracket.price }] : [],
    ),
  }));
  const rate = findShippingRate({ rates }, zone, true);
  if (!rate) return { result: 'noRate' };
  const price = findBracketPrice(rate, bottles);
  return price === null ? { result: 'tooManyBottles' } : { result: 'fee', price };
}
