import { adultAge } from '#shared/accounts/adult.ts';

/**
 * A country to which no estate may send wine, whatever its carriers' rates say. `since` is the date from which the rule
 * applies, as a year or a day. The list was last compared with its sources on 28 November 2026.
 */
interface BannedCountry {
  reason: 'embargo' | 'prohibition';
  source: string;
  since: string;
}

/**
 * Countries by ISO 3166-1 alpha-2 code under a luxury goods embargo of the European Union that covers wine or spirits,
 * and countries whose law forbids private persons to import or buy alcohol.
 */
const bannedCountries: Readonly<Record<string, BannedCountry>> = {
  BY: { reason: 'embargo', source: 'Regulation (EC) 765/2006, luxury goods', since: '2024-06-30' },
  KP: { reason: 'embargo', source: 'Regulation (EU) 2017/1509, article 10, annex VIII', since: '2017-08-30' },
  RU: { reason: 'embargo', source: 'Regulation (EU) 833/2014, article 3h, annex XVIII', since: '2022-03-15' },
  AF: { reason: 'prohibition', source: 'Law against intoxicants and narcotics', since: '2008' },
  BD: { reason: 'prohibition', source: 'Narcotics Control Act 2018, permit needed', since: '2018' },
  BN: { reason: 'prohibition', source: 'Customs Order, prohibited imports', since: '1991' },
  IQ: { reason: 'prohibition', source: 'Law of municipal revenues, article 14', since: '2023-02-20' },
  IR: { reason: 'prohibition', source: 'Islamic Penal Code, articles 702 and 703', since: '1996' },
  KW: { reason: 'prohibition', source: 'Law 46/1964', since: '1964' },
  LY: { reason: 'prohibition', source: 'Law 89/1974', since: '1974' },
  MR: { reason: 'prohibition', source: 'Penal Code, article 341', since: '1983' },
  MV: { reason: 'prohibition', source: 'Contraband Act 4/75', since: '1975' },
  PK: { reason: 'prohibition', source: 'Prohibition (Enforcement of Hadd) Order 1979', since: '1979' },
  QA: { reason: 'prohibition', source: 'Customs Law 40/2002, prohibited goods', since: '2002' },
  SA: { reason: 'prohibition', source: 'Common Customs Law of the Gulf states, prohibited goods', since: '1952' },
  SD: { reason: 'prohibition', source: 'Criminal Act 1991, articles 78 and 79', since: '1991' },
  SO: { reason: 'prohibition', source: 'Constitution, article 2, and Islamic law', since: '2012' },
  YE: { reason: 'prohibition', source: 'Penal Code 12/1994, article 283', since: '1994' },
};

/** Checks whether wine may not be sent to a country because of an embargo or because its law forbids alcohol. */
export const isBannedCountry = (country: string): boolean => country.toUpperCase() in bannedCountries;

/**
 * Legal ages for buying alcohol above 18, by ISO 3166-1 alpha-2 code. Where the age depends on the strength of the
 * drink or the province, the higher one counts, because an order may contain both wine and spirits. The list was last
 * compared with the laws of the countries on 28 November 2026.
 */
const legalAges: Readonly<Record<string, number>> = {
  ...createAges(19, ['CA', 'KR']),
  ...createAges(20, ['FI', 'IS', 'JP', 'LT', 'LV', 'NO', 'PY', 'SE', 'TH']),
  ...createAges(21, [
    'AE',
    'EG',
    'FM',
    'GU',
    'ID',
    'KI',
    'KZ',
    'LK',
    'MH',
    'MN',
    'MP',
    'MY',
    'NR',
    'PW',
    'SB',
    'US',
    'WS',
  ]),
  IN: 25,
};

function createAges(age: number, countries: readonly string[]): Record<string, number> {
  return Object.fromEntries(countries.map((country) => [country, age]));
}

/** Returns the age in years from which a customer may receive alcohol in a country, at least that of France. */
export const getLegalAge = (country: string): number => legalAges[country.toUpperCase()] ?? adultAge;
