import { sql } from 'drizzle-orm';
import { boolean, index, integer, jsonb, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core';
import { siteId } from '#server/api/database/sites-table.ts';

/** A file that is made when the mail is sent: `maker` names what makes it, `key` tells it which. */
export interface MailAttachment {
  filename: string;
  maker: string;
  key: string;
}

export type MailState = 'QUEUED' | 'SENT' | 'FAILED';

/** Every mail that an estate has sent or has to send. Written in the transaction that causes it, sent by a job afterwards. */
export const mails = pgTable(
  'mails',
  {
    siteId: siteId(),
    id: integer().notNull().generatedByDefaultAsIdentity(),
    /** What it is, such as `order-confirmation`. */
    kind: text().notNull(),
    /** The order that it is about, where it is about one. */
    orderId: integer(),
    recipient: text().notNull(),
    /** Name and address of the estate at the time. */
    sender: text().notNull(),
    replyTo: text(),
    subject: text().notNull(),
    html: text().notNull(),
    text: text().notNull(),
    attachments: jsonb().$type<MailAttachment[]>().notNull(),
    /** Whether it holds a link that opens something: then its text is emptied once it is sent or given up. */
    isSecret: boolean().notNull(),
    state: text().$type<MailState>().notNull(),
    attempts: integer().notNull().default(0),
    /** Why the last attempt failed; empty where none has. */
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
