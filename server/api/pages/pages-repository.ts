import { and, desc, eq, sql } from 'drizzle-orm';
import { users } from '#server/api/accounts/accounts-tables.ts';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import { pageEditLimits } from '#shared/pages/page-edit-limits.ts';
import { pageDrafts, pageVersions } from './pages-tables.ts';

/**
 * The value of `editedBy` in a draft that an import wrote. No user has this id. The operator who imports may publish
 * pages, so that the scheduled publication of such a draft needs no member of staff.
 */
export const operatorUserId = 0;

/**
 * The page revision of an imported draft whose page has changed since the draft was exported, so that its publication
 * is refused. It is the maximum of the column's type, which no page reaches.
 */
export const outdatedPageRevisionSentinel = 2_147_483_647;

export type DraftRow = Omit<typeof pageDrafts.$inferSelect, 'siteId'>;

export async function readDraftWithEditorEmail(tx: SiteTx, pageId: number) {
  const [row] = await tx
    .select({ draft: pageDrafts, email: users.email })
    .from(pageDrafts)
    .leftJoin(users, eq(users.id, pageDrafts.editedBy))
    .where(eq(pageDrafts.pageId, pageId));
  return row ?? null;
}

/** Locks the draft of a page until the transaction ends. The page must exist; its draft is created if there is none. */
export async function lockOrCreateEmptyDraft(tx: SiteTx, pageId: number): Promise<DraftRow> {
  await tx
    .insert(pageDrafts)
    .values({ pageId, revision: 0, pageRevision: 0, editedAt: sql`now()`, editedBy: operatorUserId })
    .onConflictDoNothing();
  const [row] = await tx.select().from(pageDrafts).where(eq(pageDrafts.pageId, pageId)).for('update');
  if (!row) throw new Error('the draft was not created');
  return row;
}

/** Saves a locked draft and raises its revision. */
export async function updateLockedDraft(
  tx: SiteTx,
  { pageId, revision }: Pick<DraftRow, 'pageId' | 'revision'>,
  change: Partial<Omit<DraftRow, 'pageId' | 'revision'>>,
): Promise<void> {
  await tx
    .update(pageDrafts)
    .set({ ...change, revision: revision + 1 })
    .where(eq(pageDrafts.pageId, pageId));
}

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
