import type { SiteTx } from '#server/api/database/site-transaction.ts';
import type { Localized } from '#shared/localized.ts';
import type { PickupPoint } from '#shared/shipping/shipping-contract.ts';
import { type CustomerLocation, sortPickupPointsByDistance } from '#shared/shipping/sort-pickup-points-by-distance.ts';

export const maxPickupPointResults = 20;

export interface PickupPointQuery extends CustomerLocation {
  /** Country as ISO 3166-1 alpha-2 code. */
  country: string;
  /** The carrier that delivers to the point; null for any. A provider of one carrier finds nothing for another. */
  carrierId: number | null;
}

export interface PickupPointReference {
  id: string;
  /** The carrier that delivers the order. */
  carrierId: number;
}

type LocalizeText = (text: Localized) => string;

/** A source of pickup points: the estate's own list, or a carrier's service. Ids are unique over all providers. */
export interface PickupPointProvider {
  /** Finds pickup points in a country, the nearest to the location first. */
  near(tx: SiteTx, query: PickupPointQuery, pickLanguage: LocalizeText): Promise<PickupPoint[]>;
  /** Finds the pickup point of an order; null if the provider has no such point for the carrier. */
  byId(tx: SiteTx, reference: PickupPointReference, pickLanguage: LocalizeText): Promise<PickupPoint | null>;
}

/** Looks pickup points up in all registered providers, for the list and for the point that an order names. */
export type PickupPointRegistry = PickupPointProvider;

/** Combines several providers. Of the points that they find, it returns the nearest `maxPickupPointResults`. */
export const createPickupPointRegistry = (providers: readonly PickupPointProvider[]): PickupPointRegistry => ({
  async near(tx, query, pickLanguage) {
    const found: PickupPoint[] = [];
    for (const provider of providers) found.push(...(await provider.near(tx, query, pickLanguage)));
    return sortPickupPointsByDistance(found, query).slice(0, maxPickupPointResults);
  },
  async byId(tx, reference, pickLanguage) {
    for (const provider of providers) {
      const point = await provider.byId(tx, reference, pickLanguage);
      if (point) return point;
    }
    return null;
  },
});
