import type { Localized } from '#shared/localized.ts';
import type { AccessPoint } from '#shared/shipping/shipping-contract.ts';
import type { PickupPointProvider } from './pickup-points.ts';
import { readPickupPoint, readPickupPointsOf } from './shipping-repository.ts';
import type { relayPoints } from './shipping-tables.ts';

/** The estate's own list of pickup points. */
export const estatePickupPoints: PickupPointProvider = {
  near: async (tx, { country }, localize) =>
    (await readPickupPointsOf(tx, country)).map((row) => toAccessPoint(row, localize)),
  async byId(tx, id, localize) {
    if (!/^[1-9]\d{0,8}$/.test(id)) return null;
    const row = await readPickupPoint(tx, Number(id));
    return row && toAccessPoint(row, localize);
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
