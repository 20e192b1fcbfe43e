/**
 * Where a parcel goes, as carriers price it: mainland France, Corsica and the French departments overseas apart, any
 * other country by its ISO 3166-1 alpha-2 code.
 */
export type ShippingZone = string;

export const frenchZones = ['FR-MAINLAND', 'FR-CORSICA', 'FR-OVERSEAS'] as const;

/** The zone that stands for every zone that no other rate of the carrier names. Holds only where the estate sells worldwide. */
export const worldZone = 'WORLD';

/** Where no parcel goes, not even by a rate for the world: an address that does not say where in France it is. */
export const unknownZone: ShippingZone = '';

/** French departments overseas have country codes of their own, and French postcodes. */
const overseas = new Set(['GP', 'MQ', 'GF', 'RE', 'YT', 'PM', 'BL', 'MF', 'WF', 'PF', 'NC', 'TF']);

/**
 * The zone of an address. `country` is alpha-2. Of a French postcode only the digits count, as in `F-20000`, and there are
 * five: what else is written would make Corsica the mainland, with its lower fee. Those of Monaco are in the French
 * scheme (980xx), and a parcel with one goes to Monaco whatever country was chosen.
 */
export function shippingZone(country: string, postalCode: string): ShippingZone {
  const code = country.toUpperCase();
  if (overseas.has(code)) return 'FR-OVERSEAS';
  if (code !== 'FR') return code;
  const postcode = postalCode.normalize('NFKC').replace(/\D/g, '');
  if (postcode.length !== 5) return unknownZone;
  if (/^980/.test(postcode)) return 'MC';
  if (/^20/.test(postcode)) return 'FR-CORSICA';
  return /^9[78]/.test(postcode) ? 'FR-OVERSEAS' : 'FR-MAINLAND';
}
