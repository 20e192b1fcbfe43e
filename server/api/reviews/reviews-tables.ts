import { sql } from 'drizzle-orm';
import { date, foreignKey, index, integer, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { generatedId, instant, jsonb, localized, now, parentKey, siteTable } from '#server/api/database/sites-table.ts';
import { orders } from '#server/api/orders/orders-tables.ts';
import type { Localized } from '#shared/localized.ts';
import type { RejectionGround, ReviewState } from '#shared/reviews/review-rules.ts';

const day = () => date({ mode: 'string' });

/**
 * Invitations to review an order, at most one for each order. An invitation without a token was not sent, because its
 * customer refuses invitations or had received another one shortly before, or was revoked.
 */
export const reviewInvitations = siteTable(
  'review_invitations',
  ['orderId'],
  {
    orderId: integer().notNull(),
    /** SHA-256 of the link's token, in hexadecimal; null if no mail was sent or the link was revoked. */
    tokenHash: text(),
    /** The token of the link that refuses further invitations. It can do nothing else, and never expires. */
    refusalToken: uuid().notNull().defaultRandom(),
    /** The day on which the order was completed. */
    experiencedOn: day().notNull(),
    createdAt: now(),
    /** The end of the period in which reviews can be written. */
    expiresAt: instant().notNull(),
  },
  (table) => [
    uniqueIndex().on(table.siteId, table.tokenHash),
    uniqueIndex().on(table.siteId, table.refusalToken),
    parentKey(table, table.orderId, orders).onDelete('cascade'),
  ],
);

/** The email addresses, with or without an account, that refuse invitations to review. */
export const reviewRefusals = siteTable('review_refusals', ['emailKey'], {
  /** The email address in lower case. */
  emailKey: text().notNull(),
  refusedAt: now(),
});

/** The reviews that customers have written, at most one for each line of an order and one for the estate. */
export const reviews = siteTable(
  'reviews',
  ['id'],
  {
    id: generatedId(),
    orderId: integer().notNull(),
    /** Position of the order's line; null for a review of the estate. */
    line: integer(),
    /** The product of the line; null for a review of the estate. */
    productId: integer(),
    /** The product's name as it was sold; empty for a review of the estate. */
    productName: text().notNull(),
    author: text().notNull(),
    /** The rating, from 1 to 5. */
    rating: integer().notNull(),
    /** The text of the review in plain text. */
    text: text().notNull(),
    state: text().$type<ReviewState>().notNull(),
    rejectionGround: text().$type<RejectionGround>(),
    rejectionReason: text().notNull().default(''),
    /** The estate's reply in plain text. */
    reply: text(),
    experiencedOn: day().notNull(),
    createdAt: now(),
    /** The time of the first publication; null before it. */
    publishedAt: instant(),
    revision: integer().notNull().default(0),
  },
  (table) => [
    uniqueIndex('reviews_order_line').on(table.siteId, table.orderId, table.line),
    uniqueIndex('reviews_order_estate').on(table.siteId, table.orderId).where(sql`${table.line} is null`),
    index().on(table.siteId, table.productId),
    index('reviews_pending').on(table.siteId).where(sql`${table.state} = 'PENDING'`),
    foreignKey({
      columns: [table.siteId, table.orderId],
      foreignColumns: [reviewInvitations.siteId, reviewInvitations.orderId],
    }).onDelete('cascade'),
  ],
);

/** Fictional reviews of a demonstration site, which are shown until a subject has a published review. */
export const demonstrationReviews = siteTable(
  'demonstration_reviews',
  ['id'],
  {
    id: integer().notNull(),
    /** Null for a review of the estate. */
    productId: integer(),
    author: text().notNull(),
    /** The rating, from 1 to 5. */
    rating: integer().notNull(),
    text: localized(),
    reply: jsonb().$type<Localized>(),
    experiencedOn: day().notNull(),
    publishedOn: day().notNull(),
  },
  (table) => [index().on(table.siteId, table.productId)],
);
