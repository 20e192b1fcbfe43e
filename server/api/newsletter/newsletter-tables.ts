import { sql } from 'drizzle-orm';
import { index, integer, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { generatedId, instant, jsonb, localized, now, parentKey, siteTable } from '#server/api/database/sites-table.ts';
import type { NewsletterConsentSource } from '#shared/accounts/newsletter-consent-source.ts';
import type { Lang } from '#shared/languages.ts';
import type { NewsletterBlock } from '#shared/newsletter/newsletter-issue-input.ts';
import type { NewsletterIssueState } from '#shared/newsletter/newsletter-issue-states.ts';

export const newsletterLists = siteTable('newsletter_lists', ['id'], {
  id: integer().notNull(),
  position: integer().notNull(),
  name: localized(),
  description: localized(),
});

/**
 * Confirmed newsletter subscriptions of email addresses, with the consent record. An address needs no account. A
 * subscription that has ended stays as the consent record until it is erased (docs/rules.md, "Newsletters").
 */
export const newsletterSubscriptions = siteTable(
  'newsletter_subscriptions',
  ['id'],
  {
    id: generatedId(),
    /** The email address in lower case. */
    emailKey: text().notNull(),
    listId: integer().notNull(),
    email: text().notNull(),
    source: text().$type<NewsletterConsentSource>().notNull().default('UNRECORDED'),
    /**
     * The form with the consent field, if the source is a form. The column is not a foreign key, because forms can be
     * deleted.
     */
    formId: integer(),
    /** The sentence beside the checkbox or button; empty for subscriptions of earlier releases. */
    sentence: text().notNull().default(''),
    /** The language of the sentence and of the newsletter's mails; null for subscriptions of earlier releases. */
    lang: text().$type<Lang>(),
    requestedAt: instant(),
    /** The truncated IP address of the request. */
    requestNetwork: text().notNull().default(''),
    /** The time of the confirmation. */
    subscribedAt: now(),
    /** The truncated IP address of the confirmation. */
    confirmationNetwork: text().notNull().default(''),
    /**
     * The token of the unsubscription link. It can only end this subscription, and each mail of the list repeats it.
     */
    unsubscribeToken: uuid().notNull().defaultRandom(),
    /** The time of the unsubscription; null while the subscription lasts. */
    endedAt: instant(),
  },
  (table) => [
    uniqueIndex('newsletter_subscriptions_active')
      .on(table.siteId, table.emailKey, table.listId)
      .where(sql`${table.endedAt} is null`),
    uniqueIndex().on(table.siteId, table.unsubscribeToken),
    index().on(table.siteId, table.emailKey),
    parentKey(table, table.listId, newsletterLists).onDelete('cascade'),
  ],
);

export const newsletterIssues = siteTable(
  'newsletter_issues',
  ['id'],
  {
    id: integer().notNull(),
    listId: integer().notNull(),
    subject: localized(),
    preheader: localized(),
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
  (table) => [parentKey(table, table.listId, newsletterLists)],
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
export const newsletterRecipients = siteTable(
  'newsletter_recipients',
  ['issueId', 'subscriptionId'],
  {
    issueId: integer().notNull(),
    /**
     * The subscription. The column is not a foreign key, because subscriptions are erased while the statistics are
     * kept.
     */
    subscriptionId: integer().notNull(),
    state: text().$type<RecipientState>().notNull().default('PENDING'),
    attempts: integer().notNull().default(0),
    /** The time of the next attempt. */
    dueAt: now(),
    /** The time at which a worker started the last attempt. */
    claimedAt: instant(),
    sentAt: instant(),
    /** The error of the last attempt, without email addresses; empty if it succeeded, and for erased subscriptions. */
    lastError: text().notNull().default(''),
  },
  (table) => [
    index().on(table.siteId, table.issueId, table.state, table.dueAt),
    parentKey(table, table.issueId, newsletterIssues).onDelete('cascade'),
  ],
);
