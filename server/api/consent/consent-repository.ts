import { desc, lt } from 'drizzle-orm';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import type { ListQuery } from '#shared/list-query.ts';
import { consentRecords } from './consent-tables.ts';

export const insertConsentRecord = (tx: SiteTx, record: typeof consentRecords.$inferInsert) =>
  tx.insert(consentRecords).values(record);

/** Reads one page of the recorded choices, the newest first, and their total number. */
export async function readConsentRecordPage(tx: SiteTx, { page, nbItem }: Pick<ListQuery, 'page' | 'nbItem'>) {
  const total = await tx.$count(consentRecords);
  const rows = await tx
    .select()
    .from(consentRecords)
    .orderBy(desc(consentRecords.id))
    .limit(nbItem)
    .offset((page - 1) * nbItem);
  return { rows, total };
}

export const deleteExpiredConsentRecords = (tx: SiteTx, now: Date) =>
  tx.delete(consentRecords).where(lt(consentRecords.erasedAfter, now));
