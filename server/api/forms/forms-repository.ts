import { asc, count, desc, eq, inArray, lt } from 'drizzle-orm';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import type { ListQuery } from '#shared/list-query.ts';
import { formFiles, formSubmissions, forms } from './forms-tables.ts';

export type FormRow = typeof forms.$inferSelect;

export async function findForm(tx: SiteTx, id: number): Promise<FormRow | null> {
  const [row] = await tx.select().from(forms).where(eq(forms.id, id));
  return row ?? null;
}

export async function findContactForm(tx: SiteTx): Promise<FormRow | null> {
  const [row] = await tx.select().from(forms).where(eq(forms.isContact, true));
  return row ?? null;
}

type NewFile = Omit<typeof formFiles.$inferInsert, 'siteId' | 'id' | 'submissionId'>;

/** @returns The ids of submission and files; null if the same answers were stored before. */
export async function insertSubmission(
  tx: SiteTx,
  submission: typeof formSubmissions.$inferInsert,
  files: readonly NewFile[],
): Promise<{ id: number; fileIds: number[] } | null> {
  const [row] = await tx
    .insert(formSubmissions)
    .values(submission)
    .onConflictDoNothing()
    .returning({ id: formSubmissions.id });
  if (!row) return null;
  const fileIds: number[] = [];
  for (const file of files) {
    const [inserted] = await tx
      .insert(formFiles)
      .values({ ...file, submissionId: row.id })
      .returning({ id: formFiles.id });
    if (inserted) fileIds.push(inserted.id);
  }
  return { id: row.id, fileIds };
}

const fileColumns = {
  id: formFiles.id,
  submissionId: formFiles.submissionId,
  field: formFiles.field,
  name: formFiles.name,
  type: formFiles.type,
  bytes: formFiles.bytes,
};

/** One page of submissions, the newest first, with their files but not the files' content. */
export async function findSubmissions(tx: SiteTx, { page, nbItem }: Pick<ListQuery, 'page' | 'nbItem'>) {
  const [counted] = await tx.select({ total: count() }).from(formSubmissions);
  const rows = await tx
    .select()
    .from(formSubmissions)
    .orderBy(desc(formSubmissions.id))
    .limit(nbItem)
    .offset((page - 1) * nbItem);
  const files =
    rows.length === 0
      ? []
      : await tx
          .select(fileColumns)
          .from(formFiles)
          .where(
            inArray(
              formFiles.submissionId,
              rows.map(({ id }) => id),
            ),
          )
          .orderBy(asc(formFiles.id));
  return { rows, files, total: counted?.total ?? 0 };
}

export async function findFile(tx: SiteTx, id: number) {
  const [row] = await tx.select().from(formFiles).where(eq(formFiles.id, id));
  return row ?? null;
}

export const deleteExpiredSubmissions = (tx: SiteTx, now: Date) =>
  tx.delete(formSubmissions).where(lt(formSubmissions.erasedAfter, now));
