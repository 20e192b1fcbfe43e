/**
 * A destination as carriers price it: a part of France (mainland, Corsica, overseas departments and territories), or
 * the ISO 3166-1 alpha-2 code of any other country.
 */
export type ShippingZone = string;

export const frenchShippingZones = ['FR-MAINLAND', 'FR-CORSICA', 'FR-OVERSEAS'] as const;

/** The Canary Islands, and Ceuta with Melilla: parts of Spain outside its excise territory (ISO 3166, reserved codes). */
export const spanishShippingZones = ['IC', 'EA'] as const;

/**
 * The zone that stands for every destination in the customs and excise territory of the European Union that no other
 * rate of the carrier names. It applies only if the estate sells worldwide. A country outside that territory is served
 * only by rates that name it, because the estate has to know its duties, permits and forms.
 */
export const worldShippingZone = 'WORLD';

/**
 * The zone of a French address whose part of France cannot be determined, and of places that belong to a country but
 * not to its excise territory. No rate applies to it, not even a worldwide one.
 */
export const undeterminedZone: ShippingZone = '';

/**
 * The zones in the customs and excise territory of the European Union (article 4 of regulation (EU) 952/2013, and
 * articles 4 and 6 of directive (EU) 2020/262, by which San Marino counts as Italy).
 */
const exciseZones = new Set<ShippingZone>([
  ...['AT', 'BE', 'BG', 'CY', 'CZ', 'DE', 'DK', 'EE', 'ES', 'FI', 'FR-MAINLAND', 'FR-CORSICA', 'GR', 'HR', 'HU', 'IE'],
  ...['IT', 'LT', 'LU', 'LV', 'MT', 'NL', 'PL', 'PT', 'RO', 'SE', 'SI', 'SK', 'SM'],
]);

/** Checks whether wine reaches a zone within the customs and excise territory of the European Union. */
export const isInExciseTerritory = (zone: ShippingZone): boolean => exciseZones.has(zone);

/**
 * Postcodes of parts of a country outside its excise territory (article 4 of directive (EU) 2020/262), with their zone.
 * Helgoland, Büsingen and Livigno have no code of their own, so no rate can name them.
 */
const specialPlaces: Readonly<Record<string, readonly (readonly [postcodes: RegExp, zone: ShippingZone])[]>> = {
  DE: [[/^(?:27498|78266)$/, undeterminedZone]],
  ES: [
    [/^3[58]/, 'IC'],
    [/^5[12]/, 'EA'],
  ],
  FI: [[/^22/, 'AX']],
  IT: [[/^23041$/, undeterminedZone]],
};

/** Country codes of the overseas departments and territories of France, which have French postcodes as well. */
const overseas = new Set(['GP', 'MQ', 'GF', 'RE', 'YT', 'PM', 'BL', 'MF', 'WF', 'PF', 'NC', 'TF']);

/** @param country ISO 3166-1 alpha-2 code */
export const listZonesOfCountry = (country: string): readonly ShippingZone[] => {
  const code = country.toUpperCase();
  if (code === 'FR') return frenchShippingZones;
  return code === 'ES' ? ['ES', ...spanishShippingZones] : [determineShippingZone(country, '')];
};

/**
 * Finds the shipping zone of an address. In France the postcode decides. It must have exactly five digits (`F-20000`
 * counts as `20000`); with any other, the zone is `undeterminedZone`, because an address in Corsica would
 * otherwise get the lower fees of the mainland. Monaco belongs to mainland France for carriers and taxes (General Tax
 * Code, article 256-0; directive (EU) 2020/262, article 4).
 * @param country ISO 3166-1 alpha-2 code
 */
export function determineShippingZone(country: string, postalCode: string): ShippingZone {
  const code = country.toUpperCase();
  if (overseas.has(code)) return 'FR-OVERSEAS';
  if (code === 'MC') return 'FR-MAINLAND';
  const postcode = postalCode.normalize('NFKC').replace(/\D/g, '');
  if (code !== 'FR') return specialPlaces[code]?.find(([postcodes]) => postcodes.test(postcode))?.[1] ?? code;
  if (postcode.length !== 5) return undeterminedZone;
  if (/^980/.test(postcode)) return 'FR-MAINLAND';
  if (/^20/.test(postcode)) return 'FR-CORSICA';
  return /^9[78]/.test(postcode) ? 'FR-OVERSEAS' : 'FR-MAINLAND';
}

/**
 * Checks whether a parcel from the estate to the destination leaves the customs and excise territory of the European
 * Union, so that its recipient pays duties and taxes (docs/rules.md, "Customs and excise").
 * @param country ISO 3166-1 alpha-2 code; empty if it is not known yet
 */
export function isTaxedOnArrival(country: string, postalCode: string): boolean {
  const zone = determineShippingZone(country, postalCode);
  if (zone === undeterminedZone) return country !== '' && country.toUpperCase() !== 'FR';
  return !isInExciseTerritory(zone);
}
