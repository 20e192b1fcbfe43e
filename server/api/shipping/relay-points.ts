import { asc, eq } from 'drizzle-orm';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import type { Localized } from '#shared/localized.ts';
import { nearestRelays, type WantedPlace } from '#shared/shipping/relay-order.ts';
import type { AccessPoint } from '#shared/shipping/shipping-contract.ts';
import { relayPoints } from './shop-tables.ts';

/** How many relay points a customer may choose from. */
export const mostRelayPoints = 20;

export interface WantedRelays extends WantedPlace {
  /** ISO 3166-1 alpha-2. */
  country: string;
}

/** Whoever knows relay points: here the estate's own list; a carrier's service would be another. */
export interface RelayPointProvider {
  /** Points of the country near a place, the nearest first; at most `mostRelayPoints`. */
  near(tx: SiteTx, wanted: WantedRelays, localize: (text: Localized) => string): Promise<AccessPoint[]>;
  /** The point that an order names; null for none such. */
  byId(tx: SiteTx, id: string, localize: (text: Localized) => string): Promise<AccessPoint | null>;
}

/** The estate's own list. */
export const ownRelayPoints: RelayPointProvider = {
  async near(tx, wanted, localize) {
    const rows = await tx
      .select()
      .from(relayPoints)
      .where(eq(relayPoints.country, wanted.country))
      .orderBy(asc(relayPoints.id));
    const points = rows.map((row) => toAccessPoint(row, localize));
    return nearestRelays(points, wanted).slice(0, mostRelayPoints);
  },
  async byId(tx, id, localize) {
    if (!/^[1-9]\d{0,8}$/.test(id)) return null;
    const [row] = await tx
      .select()
      .from(relayPoints)
      .where(eq(relayPoints.id, Number(id)));
    return row ? toAccessPoint(row, localize) : null;
  },
};

function toAccessPoint(row: typeof relayPoints.$inferSelect, localize: (text: Localized) => string): AccessPoint {
  const { id, name, addLine1, zipCode, city, country, latitude, longitude, icon, openingHours } = row;
  return {
    id: String(id),
    name,
    addLine1,
    zipCode,
    city,
    country,
    position: { latitude, longitude },
    icon,
    openingHours: localize(openingHours),
  };
}
