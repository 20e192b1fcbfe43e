import { and, asc, desc, eq, type SQL, sql } from 'drizzle-orm';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import type { ListFilter, ListQuery } from '#shared/list-query.ts';
import { addresses } from './places-tables.ts';

/** Reads one page of the estate's postal addresses, in the estate's order unless the query has another. */
export function readPageOfEstateAddressRows(tx: SiteTx, { filters, orderBy, page, nbItem }: ListQuery) {
  const direction = orderBy?.isDescending ? desc : asc;
  const order = orderBy ? [direction(orderBy.field === 'city' ? addresses.city : addresses.id)] : [];
  return tx
    .select()
    .from(addresses)
    .where(and(...filters.map(typeFilter)))
    .orderBy(...order, asc(addresses.position), asc(addresses.id))
    .limit(nbItem)
    .offset((page - 1) * nbItem);
}

/** Matches addresses with one of the types (equal) or with none of them (different). */
function typeFilter({ operator, value }: ListFilter): SQL {
  const hasType = sql`${addresses.types} ?| ${sql.param([...(value as readonly string[])])}::text[]`;
  return operator === 'df:' ? sql`not (${hasType})` : hasType;
}

export async function readAddress(tx: SiteTx, id: number) {
  const [row] = await tx.select().from(addresses).where(eq(addresses.id, id));
  return row ?? null;
}

/** Reads the distinct types of the estate's postal addresses, sorted. */
export async function readAddressTypes(tx: SiteTx): Promise<string[]> {
  const type = sql<string>`jsonb_array_elements_text(${addresses.types})`;
  const rows = await tx.selectDistinct({ type }).from(addresses);
  return rows.map((row) => row.type).sort();
}
