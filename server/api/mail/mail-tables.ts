import { boolean, index, integer, text } from 'drizzle-orm/pg-core';
import { generatedId, instant, jsonb, now, siteTable } from '#server/api/database/sites-table.ts';
import type { DeferredMailAttachment, MailContent } from './mail-content.ts';

/**
 * The state of a mail. `UNCERTAIN`, only for mails about an order: the mail server has read content of the mail and not
 * replied. The mail is sent again some times under the same Message-ID, then only by staff.
 */
export type MailState = 'QUEUED' | 'SENT' | 'FAILED' | 'UNCERTAIN';

/** Outgoing mails. A mail is inserted in the transaction that causes it, and a job sends it later. */
export const mails = siteTable(
  'mails',
  ['id'],
  {
    id: generatedId(),
    /** Kind of the mail, such as `order-confirmation`. */
    kind: text().notNull(),
    /** The order that the mail is about; null for other mails. */
    orderId: integer(),
    recipient: text().notNull(),
    /** Name and email address of the estate at the time at which the mail was queued. */
    sender: text().notNull(),
    replyTo: text(),
    subject: text().notNull(),
    html: text().notNull(),
    text: text().notNull(),
    attachments: jsonb().$type<DeferredMailAttachment[]>().notNull(),
    /** True if the content, such as a secret link, must be erased once the mail has been sent or given up. */
    isSecret: boolean().notNull(),
    /** The URL for the header List-Unsubscribe; null for mails that cannot be refused. */
    unsubscribeUrl: text(),
    state: text().$type<MailState>().notNull(),
    attempts: integer().notNull().default(0),
    /** The reason of the last failed attempt; empty before the first one, and once the mail is sent or queued again. */
    lastError: text().notNull().default(''),
    createdAt: now(),
    /**
     * The content of a mail that could not be rendered, from which staff can retry it, or that a job is still to render;
     * null for all others.
     */
    draft: jsonb().$type<MailContent>(),
    sentAt: instant(),
  },
  (table) => [index().on(table.siteId, table.orderId), index().on(table.siteId, table.state)],
);
