import { and, desc, eq, gt, lte, notInArray, or } from 'drizzle-orm';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import { pageEditLimits } from '#shared/pages/page-edit-limits.ts';
import { pagePreviews } from './pages-tables.ts';

/** Adds a preview, and deletes expired previews and the user's oldest ones beyond the maximum number. */
export async function insertPreview(
  tx: SiteTx,
  preview: Omit<typeof pagePreviews.$inferInsert, 'siteId'>,
): Promise<void> {
  await tx.insert(pagePreviews).values(preview);
  const kept = tx
    .select({ tokenHash: pagePreviews.tokenHash })
    .from(pagePreviews)
    .where(eq(pagePreviews.userId, preview.userId))
    .orderBy(desc(pagePreviews.createdAt))
    .limit(pageEditLimits.previewsPerUser);
  const isBeyondMax = and(eq(pagePreviews.userId, preview.userId), notInArray(pagePreviews.tokenHash, kept));
  await tx.delete(pagePreviews).where(or(lte(pagePreviews.expiresAt, preview.createdAt), isBeyondMax));
}

/** Finds a preview of a page that has not expired. */
export async function findPreview(tx: SiteTx, pageId: number, tokenHash: string, now: Date) {
  const isFound = and(
    eq(pagePreviews.tokenHash, tokenHash),
    eq(pagePreviews.pageId, pageId),
    gt(pagePreviews.expiresAt, now),
  );
  const [row] = await tx.select().from(pagePreviews).where(isFound);
  return row ?? null;
}

export async function deleteExpiredPreviews(tx: SiteTx, now: Date): Promise<void> {
  await tx.delete(pagePreviews).where(lte(pagePreviews.expiresAt, now));
}
