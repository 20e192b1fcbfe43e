import { sql } from 'drizzle-orm';
import { foreignKey, index, integer, jsonb, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core';
import { siteIdColumn } from '#server/api/database/sites-table.ts';
import type { Localized } from '#shared/localized.ts';
import type { NewsletterBlock } from '#shared/newsletter/newsletter-issue-input.ts';
import type { NewsletterIssueState } from '#shared/newsletter/newsletter-issue-states.ts';
import { newsletterLists } from './newsletter-tables.ts';

const instant = () => timestamp({ withTimezone: true });

export const newsletterIssues = pgTable(
  'newsletter_issues',
  {
    siteId: siteIdColumn(),
    id: integer().notNull(),
    listId: integer().notNull(),
    subject: jsonb().$type<Localized>().notNull(),
    preheader: jsonb().$type<Localized>().notNull(),
    /** The content. Formatted texts are sanitised HTML. */
    blocks: jsonb().$type<NewsletterBlock[]>().notNull(),
    state: text().$type<NewsletterIssueState>().notNull().default('DRAFT'),
    /** The time at which the sending starts or started; null for a draft. */
    sendAt: instant(),
    startedAt: instant(),
    finishedAt: instant(),
    /**
     * No batch of mails starts before this time, which enforces the rate limit. A second chain of jobs, which could
     * arise after a worker was killed, ends when it finds this time in the future.
     */
    nextBatchAt: instant(),
  },
  (table) => [
    primaryKey({ columns: [table.siteId, table.id] }),
    foreignKey({
      columns: [table.siteId, table.listId],
      foreignColumns: [newsletterLists.siteId, newsletterLists.id],
    }),
  ],
);

/**
 * `SENDING`: the mail is being handed to the mail server. A recipient who stays in this state, because the worker was
 * killed, is never mailed again automatically, since the mail may have been delivered.
 */
export type RecipientState = 'PENDING' | 'SENDING' | 'SENT' | 'FAILED' | 'SKIPPED';

/**
 * The recipients of the issues. A row has no email address: once a subscription is erased, its rows are kept only for
 * the statistics.
 */
export const newsletterRecipients = pgTable(
  'newsletter_recipients',
  {
    siteId: siteIdColumn(),
    issueId: integer().notNull(),
    /**
     * The subscription. The column is not a foreign key, because subscriptions are erased while the statistics are
     * kept.
     */
    subscriptionId: integer().notNull(),
    state: text().$type<RecipientState>().notNull().default('PENDING'),
    attempts: integer().notNull().default(0),
    /** The time of the next attempt. */
    dueAt: instant().notNull().default(sql`now()`),
    /** The time at which a worker started the last attempt. */
    claimedAt: instant(),
    sentAt: instant(),
    /** The error of the last attempt, without email addresses; empty if it succeeded, and for erased subscriptions. */
    lastError: text().notNull().default(''),
  },
  (table) => [
    primaryKey({ columns: [table.siteId, table.issueId, table.subscriptionId] }),
    index().on(table.siteId, table.issueId, table.state, table.dueAt),
    foreignKey({
      columns: [table.siteId, table.issueId],
      foreignColumns: [newsletterIssues.siteId, newsletterIssues.id],
    }).onDelete('cascade'),
  ],
);
