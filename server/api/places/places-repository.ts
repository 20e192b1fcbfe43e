import { asc, eq, sql } from 'drizzle-orm';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import { addresses } from './places-tables.ts';

/** Reads the estate's postal addresses in its own order, optionally only those of one type. */
export const readAddresses = (tx: SiteTx, type: string | undefined) =>
  tx
    .select()
    .from(addresses)
    .where(type ? sql`${addresses.types} @> ${JSON.stringify([type])}::jsonb` : undefined)
    .orderBy(asc(addresses.position), asc(addresses.id));

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
