import { and, desc, eq, lt, notInArray } from 'drizzle-orm';
import { users } from '#server/api/accounts/accounts-tables.ts';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import { pageEditLimits } from '#shared/pages/page-edit-limits.ts';
import { pageVersions } from './pages-tables.ts';

const withEmail = (tx: SiteTx) =>
  tx
    .select({ version: pageVersions, email: users.email })
    .from(pageVersions)
    .leftJoin(users, eq(users.id, pageVersions.publishedBy));

/** Reads the versions of a page, the newest first. */
export const readPageVersions = (tx: SiteTx, pageId: number) =>
  withEmail(tx).where(eq(pageVersions.pageId, pageId)).orderBy(desc(pageVersions.id)).limit(pageEditLimits.versions);

export async function readPageVersion(tx: SiteTx, pageId: number, id: number) {
  const [row] = await withEmail(tx).where(and(eq(pageVersions.pageId, pageId), eq(pageVersions.id, id)));
  return row ?? null;
}

type NewVersion = Omit<typeof pageVersions.$inferInsert, 'siteId' | 'id'>;

/** Adds `versions` of a page, which are given oldest first, and deletes the oldest ones beyond the maximum number. */
export async function insertVersion(tx: SiteTx, pageId: number, versions: readonly NewVersion[]): Promise<void> {
  for (const version of versions) await tx.insert(pageVersions).values(version);
  const kept = tx
    .select({ id: pageVersions.id })
    .from(pageVersions)
    .where(eq(pageVersions.pageId, pageId))
    .orderBy(desc(pageVersions.id))
    .limit(pageEditLimits.versions);
  await tx.delete(pageVersions).where(and(eq(pageVersions.pageId, pageId), notInArray(pageVersions.id, kept)));
}

export async function deletePageVersionsBefore(tx: SiteTx, before: Date): Promise<void> {
  await tx.delete(pageVersions).where(lt(pageVersions.createdAt, before));
}
