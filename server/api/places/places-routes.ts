import { readFile } from 'node:fs/promises';
import { and, asc, desc, type SQL, sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import {
  type ContractRouteDependencies,
  createContractRouter,
  type PickLocalizedText,
} from '#server/api/contract/contract-route.ts';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import type { Lang } from '#shared/languages.ts';
import type { ListFilter, ListQuery } from '#shared/list-query.ts';
import { foldTownName } from '#shared/places/fold-town-name.ts';
import { type City, type EstateAddress, placesContract } from '#shared/places/places-contract.ts';
import { weekdays } from '#shared/places/weekday.ts';
import { findCountryByCode, listCountries } from './countries.ts';
import { estateAddresses } from './places-tables.ts';

/** Reads one page of the estate's postal addresses, in the estate's order unless the query has another. */
function readEstateAddressPage(tx: SiteTx, { filters, orderBy, page, nbItem }: ListQuery) {
  const direction = orderBy?.isDescending ? desc : asc;
  const order = orderBy ? [direction(orderBy.field === 'city' ? estateAddresses.city : estateAddresses.id)] : [];
  return tx
    .select()
    .from(estateAddresses)
    .where(and(...filters.map(typeFilter)))
    .orderBy(...order, asc(estateAddresses.position), asc(estateAddresses.id))
    .limit(nbItem)
    .offset((page - 1) * nbItem);
}

function typeFilter({ operator, value }: ListFilter): SQL {
  const hasType = sql`${estateAddresses.types} ?| ${sql.param([...(value as readonly string[])])}::text[]`;
  return operator === 'df:' ? sql`not (${hasType})` : hasType;
}

/** Reads the distinct types of the estate's postal addresses, sorted. */
async function readEstateAddressTypes(tx: SiteTx): Promise<string[]> {
  const type = sql<string>`jsonb_array_elements_text(${estateAddresses.types})`;
  const rows = await tx.selectDistinct({ type }).from(estateAddresses);
  return rows.map((row) => row.type).sort();
}

/** ISO 3166-1 numeric code of France, the only country for which towns can be searched. */
const franceCountryId = 250;

interface TownFinder {
  /** Finds at most `maxTownResults` towns: those with exactly the searched name first, then by population. */
  find(search: string): City[];
}

const maxTownResults = 50;

interface Town {
  city: City;
  foldedName: string;
  population: number;
}

/** @param list A line of tab-separated values for each town: code, name, department, population and postcodes. */
function createTownFinder(list: string): TownFinder {
  const towns = list
    .trimEnd()
    .split('\n')
    .flatMap((line) => {
      const [code, name = '', department = '', population, postcodes = ''] = line.split('\t');
      return postcodes.split(' ').map(
        (postalCode): Town => ({
          city: { id: `${code}-${postalCode}`, name, postalCode, department },
          foldedName: foldTownName(name),
          population: Number(population),
        }),
      );
    });
  const byName = towns.toSorted((a, b) => compareText(a.foldedName, b.foldedName));
  const byPostcode = towns.toSorted((a, b) => compareText(a.city.postalCode, b.city.postalCode));

  return {
    find(search) {
      const digits = search.replace(/\s/g, '');
      if (/^\d{1,5}$/.test(digits)) return rankTowns(withPrefix(byPostcode, digits, (town) => town.city.postalCode));
      const name = foldTownName(search);
      return name === ''
        ? []
        : rankTowns(
            withPrefix(byName, name, (town) => town.foldedName),
            name,
          );
    },
  };
}

const compareText = (a: string, b: string): number => (a < b ? -1 : Number(a > b));

/** Finds the towns whose search keys begin with `prefix`, by binary search. */
function withPrefix(sorted: readonly Town[], prefix: string, keyOf: (town: Town) => string): Town[] {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (keyOf(sorted[middle] as Town) < prefix) low = middle + 1;
    else high = middle;
  }
  let end = low;
  while (end < sorted.length && keyOf(sorted[end] as Town).startsWith(prefix)) end++;
  return sorted.slice(low, end);
}

function rankTowns(towns: Town[], exactName?: string): City[] {
  return towns
    .sort(
      (a, b) =>
        Number(b.foldedName === exactName) - Number(a.foldedName === exactName) ||
        b.population - a.population ||
        compareText(a.foldedName, b.foldedName) ||
        compareText(a.city.postalCode, b.city.postalCode),
    )
    .slice(0, maxTownResults)
    .map(({ city }) => city);
}

/** Creates a function that loads the list of French towns, which `tools/build/french-towns.ts` writes, on first use. */
function createFrenchTownFinderLoader(): () => Promise<TownFinder> {
  let loading: Promise<TownFinder> | undefined;
  return () => {
    loading ??= readFile(new URL('french-towns.tsv', import.meta.url), 'utf8').then(createTownFinder);
    return loading;
  };
}

export function placesRoutes(app: FastifyInstance, dependencies: ContractRouteDependencies): void {
  const route = createContractRouter(app, 'places', placesContract, dependencies);
  const towns = createFrenchTownFinderLoader();

  route('GET /countries', ({ lang }) => ({ countries: listCountries(lang) }));

  route('GET /cities/{search}/{idCountry}', async ({ params }) => ({
    cities: params.idCountry === franceCountryId ? (await towns()).find(params.search) : [],
  }));

  route('GET /company/address', async ({ query, lang, pickLanguage, withSiteTransaction }) => {
    const rows = await withSiteTransaction((tx) => readEstateAddressPage(tx, query));
    return { addresses: rows.map((row) => toAddress(row, lang, pickLanguage)) };
  });

  route('GET /admin/address/type', async ({ withSiteTransaction }) => ({
    types: (await withSiteTransaction(readEstateAddressTypes)).map((value) => ({ value })),
  }));
}

type AddressRow = Awaited<ReturnType<typeof readEstateAddressPage>>[number];

function toAddress(row: AddressRow, lang: Lang, pickLanguage: PickLocalizedText): EstateAddress {
  const country = findCountryByCode(row.country, lang);
  if (!country) throw new Error(`address ${row.id} has an unknown country: ${row.country}`);
  const { latitude, longitude } = row;
  return {
    id: row.id,
    name: pickLanguage(row.name),
    type: row.types.map((value) => ({ value })),
    address: row.address,
    addressPart2: row.addressPart2,
    postalCode: row.postalCode,
    city: row.city,
    country,
    phone: row.phone,
    email: row.email,
    position: latitude === null || longitude === null ? null : { latitude, longitude },
    openingHours: weekdays.map((weekday) => ({ weekday, open: row.openingHours[weekday] ?? [] })),
  };
}
