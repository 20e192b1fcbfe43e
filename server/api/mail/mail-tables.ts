import { sql } from 'drizzle-orm';
import { boolean, index, integer, jsonb, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core';
import { siteIdColumn } from '#server/api/database/sites-table.ts';

/** A file that is built when the mail is sent. `builder` is the name of the attachment builder, `key` its argument. */
export interface MailAttachment {
  filename: string;
  builder: string;
  key: string;
}

export type MailState = 'QUEUED' | 'SENT' | 'FAILED';

/** Outgoing mails: inserted in the transaction that causes them, and sent by a job. */
export const mails = pgTable(
  'mails',
  {
    siteId: siteIdColumn(),
    id: integer().notNull().generatedByDefaultAsIdentity(),
    /** For example `order-confirmation`. */
    kind: text().notNull(),
    /** The order that the mail is about, if any. */
    orderId: integer(),
    recipient: text().notNull(),
    /** Name and email address of the estate when the mail was queued. */
    sender: text().notNull(),
    replyTo: text(),
    subject: text().notNull(),
    html: text().notNull(),
    text: text().notNull(),
    attachments: jsonb().$type<MailAttachment[]>().notNull(),
    /** Set if the mail contains a secret link. The content of such a mail is erased once it has been sent or given up. */
    isSecret: boolean().notNull(),
    state: text().$type<MailState>().notNull(),
    attempts: integer().notNull().default(0),
    /** The reason of the last failure; empty if there was none. */
    lastError: text().notNull().default(''),
    createdAt: timestamp({ withTimezone: true }).notNull().default(sql`now()`),
    sentAt: timestamp({ withTimezone: true }),
  },
  (table) => [
    primaryKey({ columns: [table.siteId, table.id] }),
    index().on(table.siteId, table.orderId),
    index().on(table.siteId, table.state),
  ],
);
