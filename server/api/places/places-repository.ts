import { asc, sql } from 'drizzle-orm';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import { addresses } from './places-tables.ts';

/** The estate's addresses in its own order; with `type` those that have it. */
export const readAddresses = (tx: SiteTx, type: string | undefined) =>
  tx
    .select()
    .from(addresses)
    .where(type ? sql`${addresses.types} @> ${JSON.stringify([type])}::jsonb` : undefined)
    .orderBy(asc(addresses.position), asc(addresses.id));

/** What the estate's addresses are for, each once, by name. */
export async function readAddressTypes(tx: SiteTx): Promise<string[]> {
  const type = sql<string>`jsonb_array_elements_text(${addresses.types})`;
  const rows = await tx.selectDistinct({ type }).from(addresses);
  return rows.map((row) => row.type).sort();
}
