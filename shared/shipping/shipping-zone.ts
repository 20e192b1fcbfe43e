/**
 * A destination as carriers price it: a part of France (mainland, Corsica, overseas departments and territories), or
 * the ISO 3166-1 alpha-2 code of any other country.
 */
export type ShippingZone = string;

export const frenchShippingZones = ['FR-MAINLAND', 'FR-CORSICA', 'FR-OVERSEAS'] as const;

/**
 * The zone that stands for every destination that no other rate of the carrier names. It applies only if the estate
 * sells worldwide.
 */
export const worldShippingZone = 'WORLD';

/**
 * The zone of a French address whose part of France cannot be determined. No rate applies to it, not even a worldwide
 * one.
 */
export const undeterminedFrenchZone: ShippingZone = '';

/** Country codes of the overseas departments and territories of France, which have French postcodes as well. */
const overseas = new Set(['GP', 'MQ', 'GF', 'RE', 'YT', 'PM', 'BL', 'MF', 'WF', 'PF', 'NC', 'TF']);

/**
 * Lists all shipping zones of a country.
 * @param country ISO 3166-1 alpha-2 code
 */
export const listZonesOfCountry = (country: string): readonly ShippingZone[] =>
  country.toUpperCase() === 'FR' ? frenchShippingZones : [determineShippingZone(country, '')];

/**
 * Finds the shipping zone of an address. In France the postcode decides. It must have exactly five digits (`F-20000`
 * counts as `20000`); with any other, the zone is `undeterminedFrenchZone`, because an address in Corsica would
 * otherwise get the lower fees of the mainland. Postcodes 980xx are in Monaco, even if the given country is France.
 * @param country ISO 3166-1 alpha-2 code
 */
export function determineShippingZone(country: string, postalCode: string): ShippingZone {
  const code = country.toUpperCase();
  if (overseas.has(code)) return 'FR-OVERSEAS';
  if (code !== 'FR') return code;
  const postcode = postalCode.normalize('NFKC').replace(/\D/g, '');
  if (postcode.length !== 5) return undeterminedFrenchZone;
  if (/^980/.test(postcode)) return 'MC';
  if (/^20/.test(postcode)) return 'FR-CORSICA';
  return /^9[78]/.test(postcode) ? 'FR-OVERSEAS' : 'FR-MAINLAND';
}
