import { eq } from 'drizzle-orm';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import { listCountries } from './countries.ts';
import { estateAddresses } from './places-tables.ts';

export async function readEstateAddress(tx: SiteTx, id: number) {
  const [row] = await tx.select().from(estateAddresses).where(eq(estateAddresses.id, id));
  return row ?? null;
}

/** The functions of the places domain that other domains may import. */
export { findCountryByCode, isCountryCode, listCountries } from './countries.ts';

/**
 * Converts a country reference, which is a numeric id or an alpha-2 code, to the ISO 3166-1 alpha-2 code in upper case.
 * @returns Null if there is no such country.
 */
export function toCountryCode(country: number | string): string | null {
  const reference = typeof country === 'string' ? country.toUpperCase() : country;
  return listCountries('en').find(({ id, alphaTwo }) => id === reference || alphaTwo === reference)?.alphaTwo ?? null;
}
