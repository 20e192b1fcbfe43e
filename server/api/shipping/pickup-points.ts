import type { SiteTx } from '#server/api/database/site-transaction.ts';
import type { Localized } from '#shared/localized.ts';
import type { PickupPoint } from '#shared/shipping/shipping-contract.ts';
import { type CustomerLocation, sortPickupPointsByDistance } from '#shared/shipping/sort-pickup-points-by-distance.ts';

export const maxPickupPointResults = 20;

export interface PickupPointQuery extends CustomerLocation {
  /** ISO 3166-1 alpha-2. */
  country: string;
}

type LocalizeText = (text: Localized) => string;

/** A source of pickup points: the estate's own list, or a carrier's service. Ids are unique over all providers. */
export interface PickupPointProvider {
  /** The pickup points of the country, the nearest first. */
  near(tx: SiteTx, query: PickupPointQuery, pickLanguage: LocalizeText): Promise<PickupPoint[]>;
  /** null where the provider does not know the id. */
  byId(tx: SiteTx, id: string, pickLanguage: LocalizeText): Promise<PickupPoint | null>;
}

/** The registry of pickup point providers, used for the list and for the point that an order names. */
export type PickupPointRegistry = PickupPointProvider;

/** Merges providers: the nearest `maxPickupPointResults` of all of them. */
export const createPickupPointRegistry = (providers: readonly PickupPointProvider[]): PickupPointRegistry => ({
  async near(tx, query, pickLanguage) {
    const found: PickupPoint[] = [];
    for (const provider of providers) found.push(...(await provider.near(tx, query, pickLanguage)));
    return sortPickupPointsByDistance(found, query).slice(0, maxPickupPointResults);
  },
  async byId(tx, id, pickLanguage) {
    for (const provider of providers) {
      const point = await provider.byId(tx, id, pickLanguage);
      if (point) return point;
    }
    return null;
  },
});
