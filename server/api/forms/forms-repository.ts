import { and, asc, desc, eq, inArray, isNotNull, isNull, type SQL, sql } from 'drizzle-orm';
import type { PickLocalizedText } from '#server/api/contract/contract-route.ts';
import { comparisonSql } from '#server/api/database/filter-sql.ts';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import type { LocalizedFormField } from '#shared/forms/form-definition-input.ts';
import type { FormField } from '#shared/forms/form-field.ts';
import type { Form } from '#shared/forms/forms-contract.ts';
import type { ListFilter, ListQuery } from '#shared/list-query.ts';
import { formFiles, formSubmissions, forms } from './forms-tables.ts';

type FormRow = typeof forms.$inferSelect;

export async function findForm(tx: SiteTx, id: number): Promise<FormRow | null> {
  const [row] = await tx.select().from(forms).where(eq(forms.id, id));
  return row ?? null;
}

export async function findContactForm(tx: SiteTx): Promise<FormRow | null> {
  const [row] = await tx.select().from(forms).where(eq(forms.isContact, true));
  return row ?? null;
}

const fileColumns = {
  id: formFiles.id,
  submissionId: formFiles.submissionId,
  field: formFiles.field,
  name: formFiles.name,
  type: formFiles.type,
  bytes: formFiles.bytes,
};

/** Reads one page of submissions, the newest first, with their files but not the files' content. */
export async function findSubmissionPage(tx: SiteTx, { page, nbItem, filters }: ListQuery) {
  const where = and(...filters.map(submissionFilterSql));
  const total = await tx.$count(formSubmissions, where);
  const rows = await tx
    .select()
    .from(formSubmissions)
    .where(where)
    .orderBy(desc(formSubmissions.id))
    .limit(nbItem)
    .offset((page - 1) * nbItem);
  return { rows, files: await readFilesOfSubmissions(tx, rows), total };
}

function submissionFilterSql({ field, operator, value }: ListFilter): SQL {
  if (field === 'idForm') return comparisonSql(sql`${formSubmissions.formId}`, operator, value as number);
  return value === true ? isNotNull(formSubmissions.handledAt) : isNull(formSubmissions.handledAt);
}

/** Reads the files of submissions, without their content. */
export async function readFilesOfSubmissions(tx: SiteTx, submissions: readonly { id: number }[]) {
  if (submissions.length === 0) return [];
  const ids = submissions.map(({ id }) => id);
  return tx.select(fileColumns).from(formFiles).where(inArray(formFiles.submissionId, ids)).orderBy(asc(formFiles.id));
}

export const updateSubmissionHandled = (tx: SiteTx, id: number, handledAt: Date | null) =>
  tx.update(formSubmissions).set({ handledAt }).where(eq(formSubmissions.id, id));

export async function readFormFile(tx: SiteTx, id: number) {
  const [row] = await tx.select().from(formFiles).where(eq(formFiles.id, id));
  return row ?? null;
}

/** A form of the database, or `defaultContactForm`, with the id null, for a site that defines no contact form. */
export type StoredForm = Omit<FormRow, 'siteId' | 'id'> & { id: number | null };

function localizeField(field: LocalizedFormField, pickLanguage: PickLocalizedText): FormField {
  const { label, hint, ...others } = field;
  const localized = {
    ...others,
    label: pickLanguage(label),
    ...(hint !== undefined && { hint: pickLanguage(hint) }),
    ...('options' in field && {
      options: field.options.map(({ value, label: text }) => ({ value, label: pickLanguage(text) })),
    }),
  };
  return localized as FormField;
}

export const toForm = (form: StoredForm, pickLanguage: PickLocalizedText): Form => ({
  id: form.id ?? 0,
  title: pickLanguage(form.title),
  intro: pickLanguage(form.intro),
  submitLabel: pickLanguage(form.submitLabel),
  confirmation: pickLanguage(form.confirmation),
  retentionDays: form.retentionDays,
  fields: form.fields.map((field) => localizeField(field, pickLanguage)),
});
