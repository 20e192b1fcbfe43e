import { desc, lt } from 'drizzle-orm';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import type { ListQuery } from '#shared/list-query.ts';
import { cookieConsentRecords } from './consent-tables.ts';

export const insertCookieConsentRecord = (tx: SiteTx, record: typeof cookieConsentRecords.$inferInsert) =>
  tx.insert(cookieConsentRecords).values(record);

/** Reads one page of the recorded choices, the newest first, and their total number. */
export async function readCookieConsentRecordPage(tx: SiteTx, { page, nbItem }: Pick<ListQuery, 'page' | 'nbItem'>) {
  const total = await tx.$count(cookieConsentRecords);
  const rows = await tx
    .select()
    .from(cookieConsentRecords)
    .orderBy(desc(cookieConsentRecords.id))
    .limit(nbItem)
    .offset((page - 1) * nbItem);
  return { rows, total };
}

export const deleteExpiredCookieConsentRecords = (tx: SiteTx, now: Date) =>
  tx.delete(cookieConsentRecords).where(lt(cookieConsentRecords.erasedAfter, now));
