/**
 * Patterns of postcodes by ISO 3166-1 alpha-2 code, without spaces, hyphens and a preceding country code, in upper
 * case. Sources: the Universal Postal Union's addressing guides (upu.int, "Postal addressing systems") and the postal
 * code data of Unicode CLDR 26. Countries that are not listed have no check, because some of them have no postcodes.
 */
const patterns: Readonly<Record<string, RegExp>> = {
  ...ofDigits(3, 'FO IS'),
  ...ofDigits(4, 'AL AM AT AU BE BG CH CY DK GE GL HU LI LU LV MD MK NO NZ PH SI TN ZA'),
  ...ofDigits(
    5,
    'BA DE DZ EE ES FI FR GR HR IT KR LT MA MC ME MX MY PK RS SE SK SM TH TR UA CZ PL XK GP MQ GF RE YT PM BL MF WF PF NC',
  ),
  ...ofDigits(6, 'BY CN CO EC IN KZ KG RO RU SG'),
  ...ofDigits(7, 'IL JP PT'),
  AD: /^(AD)?\d{3}$/,
  BR: /^\d{8}$/,
  CA: /^[A-Z]\d[A-Z]\d[A-Z]\d$/,
  CL: /^\d{7}$/,
  GB: /^(GIR0AA|[A-Z]{1,2}\d[A-Z\d]?\d[A-Z]{2})$/,
  GG: /^GY\d\d?\d[A-Z]{2}$/,
  IE: /^[A-Z](\d{2}|6W)[A-Z\d]{4}$/,
  IM: /^IM\d\d?\d[A-Z]{2}$/,
  JE: /^JE\d\d?\d[A-Z]{2}$/,
  MT: /^[A-Z]{3}\d{4}$/,
  NL: /^\d{4}[A-Z]{2}$/,
  TW: /^\d{3}(\d{2,3})?$/,
  US: /^\d{5}(\d{4})?$/,
  // Codes of five digits replaced those of six in 2018; both are in use.
  VN: /^\d{5,6}$/,
};

function ofDigits(count: number, countries: string): Record<string, RegExp> {
  const pattern = new RegExp(`^\\d{${count}}$`);
  return Object.fromEntries(countries.split(' ').map((country) => [country, pattern]));
}

/** A country code before the postcode, as in `L-1234`, `CH-1200` or `SE 123 45`. */
const countryPrefix = /^[A-Z]{1,3}[\s-]+(?=\d)/;

/**
 * Checks whether a postcode has the format of its country. Spaces, points, hyphens, case and a preceding country code
 * do not matter. For a country whose format is unknown, every text that is not empty is accepted.
 * @param country ISO 3166-1 alpha-2 code
 */
export function isPostcodeOfCountry(postcode: string, country: string): boolean {
  const entered = postcode.normalize('NFKC').trim().toUpperCase();
  const pattern = patterns[country.toUpperCase()];
  if (!pattern) return entered !== '';
  const withoutSeparators = (text: string) => text.replace(/[\s.\p{Pd}]/gu, '');
  return (
    pattern.test(withoutSeparators(entered)) || pattern.test(withoutSeparators(entered.replace(countryPrefix, '')))
  );
}
