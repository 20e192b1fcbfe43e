import { asc, eq, sql } from 'drizzle-orm';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import { addresses } from './places-tables.ts';

/** The estate's addresses in its own order; with `type` those that have it. */
export const readAddresses = (tx: SiteTx, type: string | undefined) =>
  tx
    .select()
    .from(addresses)
    .where(type ? sql`${addresses.types} @> ${JSON.stringify([type])}::jsonb` : undefined)
    .orderBy(asc(addresses.position), asc(addresses.id));

/** One of the estate's addresses; null for none such. */
export async function readAddress(tx: SiteTx, id: number) {
  const [row] = await tx.select().from(addresses).where(eq(addresses.id, id));
  return row ?? null;
}

/** What the estate's addresses are for, each once, by name. */
export async function readAddressTypes(tx: SiteTx): Promise<string[]> {
  const type = sql<string>`jsonb_array_elements_text(${addresses.types})`;
  const rows = await tx.selectDistinct({ type }).from(addresses);
  return rows.map((row) => row.type).sort();
}
