import { sql } from 'drizzle-orm';
import { boolean, customType, index, integer, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { generatedId, instant, jsonb, localized, now, parentKey, siteTable } from '#server/api/database/sites-table.ts';
import type { LocalizedFormField } from '#shared/forms/form-definition-input.ts';
import type { LabelledFormAnswer } from '#shared/forms/forms-contract.ts';
import type { Lang } from '#shared/languages.ts';

const bytea = customType<{ data: Buffer }>({ dataType: () => 'bytea' });

export const forms = siteTable(
  'forms',
  ['id'],
  {
    id: integer().notNull(),
    title: localized(),
    intro: localized(),
    submitLabel: localized(),
    confirmation: localized(),
    isContact: boolean().notNull(),
    /** The email address that receives the answers; null for the estate's email address. */
    recipient: text(),
    retentionDays: integer().notNull(),
    fields: jsonb().$type<LocalizedFormField[]>().notNull(),
  },
  (table) => [uniqueIndex('forms_contact').on(table.siteId).where(sql`${table.isContact}`)],
);

/** Submissions outlive a change or the deletion of their form, so they have no foreign key to it. */
export const formSubmissions = siteTable(
  'form_submissions',
  ['id'],
  {
    id: generatedId(),
    /** The id of the form; null for the contact form of a site that defines none. */
    formId: integer(),
    formTitle: text().notNull(),
    lang: text().$type<Lang>().notNull(),
    /** The sender's email address in lower case; empty if none was given. */
    emailKey: text().notNull(),
    answers: jsonb().$type<LabelledFormAnswer[]>().notNull(),
    /** SHA-256 of form, answers, files, and ticket or else day, so that a repeated submission is stored once. */
    contentHash: text().notNull(),
    receivedAt: instant().notNull(),
    erasedAfter: instant().notNull(),
    /** The time at which staff marked the submission as handled; null until then. */
    handledAt: instant(),
  },
  (table) => [
    uniqueIndex().on(table.siteId, table.contentHash),
    index().on(table.siteId, table.emailKey),
    index().on(table.siteId, table.erasedAfter),
  ],
);

/** The mails with which staff have replied to a submission. They are erased together with the submission. */
export const formReplies = siteTable(
  'form_replies',
  ['id'],
  {
    id: generatedId(),
    submissionId: integer().notNull(),
    staffUserId: integer().notNull(),
    subject: text().notNull(),
    text: text().notNull(),
    createdAt: now(),
  },
  (table) => [
    index().on(table.siteId, table.submissionId),
    parentKey(table, table.submissionId, formSubmissions).onDelete('cascade'),
  ],
);

/** Files that were sent with a form. They are in the database, so that they are erased together with their answers. */
export const formFiles = siteTable(
  'form_files',
  ['id'],
  {
    id: generatedId(),
    submissionId: integer().notNull(),
    field: text().notNull(),
    name: text().notNull(),
    /** Media type, detected from the content. */
    type: text().notNull(),
    bytes: integer().notNull(),
    content: bytea().notNull(),
  },
  (table) => [
    index().on(table.siteId, table.submissionId),
    parentKey(table, table.submissionId, formSubmissions).onDelete('cascade'),
  ],
);
