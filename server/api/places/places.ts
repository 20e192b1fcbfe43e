import { and, asc, desc, eq, type SQL, sql } from 'drizzle-orm';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import type { ListFilter, ListQuery } from '#shared/list-query.ts';
import { listCountries } from './countries.ts';
import { estateAddresses } from './places-tables.ts';

/** Reads one page of the estate's postal addresses, in the estate's order unless the query has another. */
export function readEstateAddressPage(tx: SiteTx, { filters, orderBy, page, nbItem }: ListQuery) {
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

export async function readEstateAddress(tx: SiteTx, id: number) {
  const [row] = await tx.select().from(estateAddresses).where(eq(estateAddresses.id, id));
  return row ?? null;
}

/** Reads the distinct types of the estate's postal addresses, sorted. */
export async function readEstateAddressTypes(tx: SiteTx): Promise<string[]> {
  const type = sql<string>`jsonb_array_elements_text(${estateAddresses.types})`;
  const rows = await tx.selectDistinct({ type }).from(estateAddresses);
  return rows.map((row) => row.type).sort();
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
