import type { Localized } from '#shared/localized.ts';
import type { PickupPoint } from '#shared/shipping/shipping-contract.ts';
import type { PickupPointProvider } from './pickup-points.ts';
import { readPickupPoint, readPickupPointsByCountry } from './shipping-repository.ts';
import type { pickupPoints } from './shipping-tables.ts';

/** The provider of the pickup points that the estate has listed itself. */
export const estatePickupPointProvider: PickupPointProvider = {
  near: async (tx, { country }, pickLanguage) =>
    (await readPickupPointsByCountry(tx, country)).map((row) => toAccessPoint(row, pickLanguage)),
  async byId(tx, { id }, pickLanguage) {
    if (!/^[1-9]\d{0,8}$/.test(id)) return null;
    const row = await readPickupPoint(tx, Number(id));
    return row && toAccessPoint(row, pickLanguage);
  },
};

function toAccessPoint(row: typeof pickupPoints.$inferSelect, pickLanguage: (text: Localized) => string): PickupPoint {
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
    openingHours: pickLanguage(openingHours),
  };
}
