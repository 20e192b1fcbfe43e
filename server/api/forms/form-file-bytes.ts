import { sum } from 'drizzle-orm';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import { formFiles } from './forms-tables.ts';

/**
 * Maximum size in bytes of all files of forms that a site stores. Simultaneous submissions can exceed the limit by
 * their own size.
 */
export const maxStoredFormFileBytesPerSite = 512 * 2 ** 20;

export async function readFormFilesTotalBytes(tx: SiteTx): Promise<number> {
  const [row] = await tx.select({ bytes: sum(formFiles.bytes).mapWith(Number) }).from(formFiles);
  return row?.bytes ?? 0;
}
