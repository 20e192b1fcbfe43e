import type { SiteTx } from '#server/api/database/site-transaction.ts';
import { parseId } from '#shared/ids/parse-id.ts';
import type { Localized } from '#shared/localized.ts';
import type { PickupPoint } from '#shared/shipping/shipping-contract.ts';
import { readPickupPoint, readPickupPointsInCountry } from './shipping-repository.ts';
import type { pickupPoints } from './shipping-tables.ts';

type LocalizeText = (text: Localized) => string;

/** Reads the pickup points in a country that the estate has listed itself. All PICKUP carriers deliver to them. */
export const readListedPickupPoints = async (
  tx: SiteTx,
  country: string,
  pickLanguage: LocalizeText,
): Promise<PickupPoint[]> =>
  (await readPickupPointsInCountry(tx, country)).map((row) => toAccessPoint(row, pickLanguage));

/** Reads the pickup point of an order from the estate's own list; null if it has no such point. */
export async function readListedPickupPoint(
  tx: SiteTx,
  id: string,
  pickLanguage: LocalizeText,
): Promise<PickupPoint | null> {
  const parsedId = parseId(id);
  const row = parsedId === null ? null : await readPickupPoint(tx, parsedId);
  return row && toAccessPoint(row, pickLanguage);
}

function toAccessPoint(row: typeof pickupPoints.$inferSelect, pickLanguage: LocalizeText): PickupPoint {
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
