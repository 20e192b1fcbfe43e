/**
 * Where a parcel goes, as carriers price it: mainland France, Corsica and the French departments overseas apart, any
 * other country by its ISO 3166-1 alpha-2 code.
 */
export type ShippingZone = string;

export const frenchZones = ['FR-MAINLAND', 'FR-CORSICA', 'FR-OVERSEAS'] as const;

/** The zone that stands for every country that no other rate of the carrier names. Holds only where the estate sells worldwide. */
export const worldZone = 'WORLD';

/** French departments overseas have country codes of their own, and French postcodes. */
const overseas = new Set(['GP', 'MQ', 'GF', 'RE', 'YT', 'PM', 'BL', 'MF', 'WF', 'PF', 'NC', 'TF']);

/** The zone of an address. `country` is alpha-2. */
export function shippingZone(country: string, postalCode: string): ShippingZone {
  const code = country.toUpperCase();
  if (overseas.has(code)) return 'FR-OVERSEAS';
  if (code !== 'FR') return code;
  const postcode = postalCode.replace(/\s/g, '');
  if (/^20/.test(postcode)) return 'FR-CORSICA';
  return /^9[78]/.test(postcode) ? 'FR-OVERSEAS' : 'FR-MAINLAND';
}
