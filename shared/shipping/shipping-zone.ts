/**
 * A destination as carriers price it: a part of France (mainland, Corsica, overseas departments), or the ISO 3166-1
 * alpha-2 code of any other country.
 */
export type ShippingZone = string;

export const frenchShippingZones = ['FR-MAINLAND', 'FR-CORSICA', 'FR-OVERSEAS'] as const;

/** Stands for every zone that no other rate of the carrier names. It applies only where the estate sells worldwide. */
export const worldShippingZone = 'WORLD';

/** The zone of an address whose part of France is unclear. No rate applies to it, not even one for the world. */
export const unknownShippingZone: ShippingZone = '';

/** Overseas departments and territories of France, which have both French postcodes and their own country codes. */
const overseas = new Set(['GP', 'MQ', 'GF', 'RE', 'YT', 'PM', 'BL', 'MF', 'WF', 'PF', 'NC', 'TF']);

/** All zones of a country, given as ISO 3166-1 alpha-2 code. */
export const listZonesOfCountry = (country: string): readonly ShippingZone[] =>
  country.toUpperCase() === 'FR' ? frenchShippingZones : [findShippingZone(country, '')];

/**
 * The zone of an address. A French postcode must have exactly five digits (`F-20000` counts as `20000`), because an
 * unreadable one could pass Corsica off as the mainland, which has lower fees. Monaco has postcodes of the French scheme
 * (980xx), and they take precedence over the country.
 * @param country ISO 3166-1 alpha-2.
 */
export function findShippingZone(country: string, postalCode: string): ShippingZone {
  const code = country.toUpperCase();
  if (overseas.has(code)) return 'FR-OVERSEAS';
  if (code !== 'FR') return code;
  const postcode = postalCode.normalize('NFKC').replace(/\D/g, '');
  if (postcode.length !== 5) return unknownShippingZone;
  if (/^980/.test(postcode)) return 'MC';
  if (/^20/.test(postcode)) return 'FR-CORSICA';
  return /^9[78]/.test(postcode) ? 'FR-OVERSEAS' : 'FR-MAINLAND';
}
