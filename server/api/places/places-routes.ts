import type { FastifyInstance } from 'fastify';
import {
  type ContractRouteDependencies,
  createContractRouter,
  type PickLocalizedText,
} from '#server/api/contract/contract-route.ts';
import type { Lang } from '#shared/languages.ts';
import { type EstateAddress, placesContract } from '#shared/places/places-contract.ts';
import { weekdays } from '#shared/places/weekday.ts';
import { findCountryByCode, franceCountryId, listCountries } from './countries.ts';
import { readEstateAddressTypes, readPageOfEstateAddressRows } from './places-repository.ts';
import { createFrenchTownFinderLoader } from './towns.ts';

export function placesRoutes(app: FastifyInstance, dependencies: ContractRouteDependencies): void {
  const route = createContractRouter(app, 'places', placesContract, dependencies);
  const towns = createFrenchTownFinderLoader();

  route('GET /countries', ({ lang }) => ({ countries: listCountries(lang) }));

  route('GET /cities/{search}/{idCountry}', async ({ params }) => ({
    cities: params.idCountry === franceCountryId ? (await towns()).find(params.search) : [],
  }));

  route('GET /company/address', async ({ query, lang, pickLanguage, withSiteTransaction }) => {
    const rows = await withSiteTransaction((tx) => readPageOfEstateAddressRows(tx, query));
    return { addresses: rows.map((row) => toAddress(row, lang, pickLanguage)) };
  });

  route('GET /admin/address/type', async ({ withSiteTransaction }) => ({
    types: (await withSiteTransaction(readEstateAddressTypes)).map((value) => ({ value })),
  }));
}

type AddressRow = Awaited<ReturnType<typeof readPageOfEstateAddressRows>>[number];

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
