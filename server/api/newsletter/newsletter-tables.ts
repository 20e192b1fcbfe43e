import { sql } from 'drizzle-orm';
import {
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { siteIdColumn } from '#server/api/database/sites-table.ts';
import type { NewsletterConsentSource } from '#shared/accounts/newsletter-consent-source.ts';
import type { Lang } from '#shared/languages.ts';
import type { Localized } from '#shared/localized.ts';

const instant = () => timestamp({ withTimezone: true });

export const newsletterLists = pgTable(
  'newsletter_lists',
  {
    siteId: siteIdColumn(),
    id: integer().notNull(),
    position: integer().notNull(),
    name: jsonb().$type<Localized>().notNull(),
    description: jsonb().$type<Localized>().notNull(),
  },
  (table) => [primaryKey({ columns: [table.siteId, table.id] })],
);

/**
 * Confirmed newsletter subscriptions of email addresses, with the consent record. An address needs no account. A
 * subscription that has ended stays as the consent record until it is erased (docs/rules.md, "Newsletters").
 */
export const newsletterSubscriptions = pgTable(
  'newsletter_subscriptions',
  {
    siteId: siteIdColumn(),
    id: integer().notNull().generatedByDefaultAsIdentity(),
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
    subscribedAt: instant().notNull().default(sql`now()`),
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
    primaryKey({ columns: [table.siteId, table.id] }),
    uniqueIndex('newsletter_subscriptions_active')
      .on(table.siteId, table.emailKey, table.listId)
      .where(sql`${table.endedAt} is null`),
    uniqueIndex().on(table.siteId, table.unsubscribeToken),
    index().on(table.siteId, table.emailKey),
    foreignKey({
      columns: [table.siteId, table.listId],
      foreignColumns: [newsletterLists.siteId, newsletterLists.id],
    }).onDelete('cascade'),
  ],
);
