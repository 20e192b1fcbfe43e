/**
 * Countries and territories with an ISO 3166-1 code of their own that belong to the customs territory of the European
 * Union (article 4 of regulation (EU) 952/2013), and San Marino, whose customs union covers all goods. The customs
 * unions with Andorra and Turkey do not cover wine.
 */
const customsUnion = new Set([
  ...['AT', 'BE', 'BG', 'CY', 'CZ', 'DE', 'DK', 'EE', 'ES', 'FI', 'FR', 'GR', 'HR', 'HU', 'IE', 'IT', 'LT', 'LU'],
  ...['LV', 'MT', 'NL', 'PL', 'PT', 'RO', 'SE', 'SI', 'SK'],
  ...['AX', 'GF', 'GP', 'MC', 'MF', 'MQ', 'RE', 'YT', 'SM'],
]);

/**
 * Matches French postcodes outside the customs territory of the EU: Saint-Pierre-et-Miquelon, Saint-Barthélemy, the
 * Southern and Antarctic Lands and the Pacific territories.
 */
const overseasPostcodes = /^(975|97133|98[4678])/;

/**
 * Checks whether a parcel from the estate to the destination crosses a customs border (docs/rules.md, "Customs").
 * @param country ISO 3166-1 alpha-2 code
 */
export const isOutsideCustomsUnion = (country: string, postalCode: string): boolean =>
  country !== '' &&
  (!customsUnion.has(country.toUpperCase()) ||
    (country.toUpperCase() === 'FR' && overseasPostcodes.test(postalCode.replace(/\D/g, ''))));
