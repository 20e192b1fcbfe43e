import { sql } from 'drizzle-orm';
import {
  boolean,
  customType,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { siteIdColumn } from '#server/api/database/sites-table.ts';
import type { LocalizedFormField } from '#shared/forms/form-definition-input.ts';
import type { LabelledFormAnswer } from '#shared/forms/forms-contract.ts';
import type { Lang } from '#shared/languages.ts';
import type { Localized } from '#shared/localized.ts';

const bytea = customType<{ data: Buffer }>({ dataType: () => 'bytea' });
const instant = () => timestamp({ withTimezone: true });

export const forms = pgTable(
  'forms',
  {
    siteId: siteIdColumn(),
    id: integer().notNull(),
    title: jsonb().$type<Localized>().notNull(),
    intro: jsonb().$type<Localized>().notNull(),
    submitLabel: jsonb().$type<Localized>().notNull(),
    confirmation: jsonb().$type<Localized>().notNull(),
    isContact: boolean().notNull(),
    /** The email address that receives the answers; null for the estate's email address. */
    recipient: text(),
    retentionDays: integer().notNull(),
    fields: jsonb().$type<LocalizedFormField[]>().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.siteId, table.id] }),
    uniqueIndex('forms_contact').on(table.siteId).where(sql`${table.isContact}`),
  ],
);

/** Submissions outlive a change or the deletion of their form, so they have no foreign key to it. */
export const formSubmissions = pgTable(
  'form_submissions',
  {
    siteId: siteIdColumn(),
    id: integer().notNull().generatedByDefaultAsIdentity(),
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
    primaryKey({ columns: [table.siteId, table.id] }),
    uniqueIndex().on(table.siteId, table.contentHash),
    index().on(table.siteId, table.emailKey),
    index().on(table.siteId, table.erasedAfter),
  ],
);

/** The mails with which staff have replied to a submission. They are erased together with the submission. */
export const formReplies = pgTable(
  'form_replies',
  {
    siteId: siteIdColumn(),
    id: integer().notNull().generatedByDefaultAsIdentity(),
    submissionId: integer().notNull(),
    staffUserId: integer().notNull(),
    subject: text().notNull(),
    text: text().notNull(),
    createdAt: instant().notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.siteId, table.id] }),
    index().on(table.siteId, table.submissionId),
    foreignKey({
      columns: [table.siteId, table.submissionId],
      foreignColumns: [formSubmissions.siteId, formSubmissions.id],
    }).onDelete('cascade'),
  ],
);

/** Files that were sent with a form. They are in the database, so that they are erased together with their answers. */
export const formFiles = pgTable(
  'form_files',
  {
    siteId: siteIdColumn(),
    id: integer().notNull().generatedByDefaultAsIdentity(),
    submissionId: integer().notNull(),
    field: text().notNull(),
    name: text().notNull(),
    /** Media type, detected from the content. */
    type: text().notNull(),
    bytes: integer().notNull(),
    content: bytea().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.siteId, table.id] }),
    index().on(table.siteId, table.submissionId),
    foreignKey({
      columns: [table.siteId, table.submissionId],
      foreignColumns: [formSubmissions.siteId, formSubmissions.id],
    }).onDelete('cascade'),
  ],
);
