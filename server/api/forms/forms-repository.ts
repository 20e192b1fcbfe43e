import { and, asc, desc, eq, inArray, isNotNull, isNull, lt, type SQL, sql } from 'drizzle-orm';
import type { PickLocalizedText } from '#server/api/contract/contract-route.ts';
import { comparisonSql } from '#server/api/database/filter-sql.ts';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import { readTextsByLanguage } from '#server/read-texts.ts';
import type { LocalizedFormField } from '#shared/forms/form-definition-input.ts';
import type { FormField } from '#shared/forms/form-field.ts';
import type { Form } from '#shared/forms/forms-contract.ts';
import { languages } from '#shared/languages.ts';
import type { ListFilter, ListQuery } from '#shared/list-query.ts';
import type { Localized } from '#shared/localized.ts';
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

type NewFile = Omit<typeof formFiles.$inferInsert, 'siteId' | 'id' | 'submissionId'>;

/** Inserts a submission with its files, and returns their ids; null if its `contentHash` is stored already. */
export async function insertSubmissionUnlessStored(
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

/**
 * Reads submissions of a form, the newest first.
 * @param formId Null for the contact form of a site that defines none.
 * @param beforeId Only submissions with lower ids are read; null for the newest submissions.
 */
export const findSubmissionsBefore = (tx: SiteTx, formId: number | null, beforeId: number | null, limit: number) =>
  tx
    .select()
    .from(formSubmissions)
    .where(
      and(
        formId === null ? isNull(formSubmissions.formId) : eq(formSubmissions.formId, formId),
        beforeId === null ? undefined : lt(formSubmissions.id, beforeId),
      ),
    )
    .orderBy(desc(formSubmissions.id))
    .limit(limit);

/** Reads a submission and locks it until the transaction ends. */
export async function lockSubmission(tx: SiteTx, id: number) {
  const [row] = await tx.select().from(formSubmissions).where(eq(formSubmissions.id, id)).for('update');
  return row ?? null;
}

/** Reads the sender's email address in lower case: empty if none was given, null if there is no such submission. */
export async function findSenderEmail(tx: SiteTx, id: number): Promise<string | null> {
  const [row] = await tx
    .select({ email: formSubmissions.emailKey })
    .from(formSubmissions)
    .where(eq(formSubmissions.id, id));
  return row?.email ?? null;
}

export const updateSubmissionHandled = (tx: SiteTx, id: number, handledAt: Date | null) =>
  tx.update(formSubmissions).set({ handledAt }).where(eq(formSubmissions.id, id));

export const deleteSubmission = (tx: SiteTx, id: number) =>
  tx.delete(formSubmissions).where(eq(formSubmissions.id, id));

export async function readFormFile(tx: SiteTx, id: number) {
  const [row] = await tx.select().from(formFiles).where(eq(formFiles.id, id));
  return row ?? null;
}

export const deleteExpiredSubmissions = (tx: SiteTx, now: Date) =>
  tx.delete(formSubmissions).where(lt(formSubmissions.erasedAfter, now));

/** A form of the database, or `defaultContactForm`, with the id null, for a site that defines no contact form. */
export type StoredForm = Omit<FormRow, 'siteId' | 'id'> & { id: number | null };

const keys = [
  'contact.title',
  'contact.name',
  'contact.email',
  'contact.phone',
  'contact.message',
  'contact.sent',
] as const;
const texts = readTextsByLanguage<(typeof keys)[number], string>('forms', keys);

const inAllLanguages = (key: (typeof keys)[number]): Localized =>
  Object.fromEntries(languages.map((lang) => [lang, texts[lang][key]]));

export const defaultContactForm: StoredForm = {
  id: null,
  title: inAllLanguages('contact.title'),
  intro: '',
  submitLabel: '',
  confirmation: inAllLanguages('contact.sent'),
  isContact: true,
  recipient: null,
  retentionDays: 365,
  fields: [
    { type: 'text', name: 'name', label: inAllLanguages('contact.name'), isRequired: true, autocomplete: 'name' },
    { type: 'email', name: 'email', label: inAllLanguages('contact.email'), isRequired: true, autocomplete: 'email' },
    { type: 'phone', name: 'phone', label: inAllLanguages('contact.phone'), autocomplete: 'tel' },
    { type: 'longText', name: 'message', label: inAllLanguages('contact.message'), isRequired: true },
  ],
};

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
