import { and, asc, count, desc, eq, inArray, isNull, lt, type SQL, sql } from 'drizzle-orm';
import { unionAll } from 'drizzle-orm/pg-core';
import type { ReadProductRatings } from '#server/api/catalogue/catalogue.ts';
import { notifySiteChanged } from '#server/api/changes/notify-site-changed.ts';
import { type ComparableNumberOrDate, comparisonSql } from '#server/api/database/filter-sql.ts';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import { orders } from '#server/api/orders/orders-tables.ts';
import type { ExportedReview } from '#shared/accounts/personal-data-export.ts';
import type { ProductRating } from '#shared/catalogue/catalogue-contract.ts';
import type { ListQuery } from '#shared/list-query.ts';
import { type ReviewState, summariseRatingCounts } from '#shared/reviews/review-rules.ts';
import { revokeReviewInvitationsOfOrders } from './invitations-repository.ts';
import { demonstrationReviews, reviews } from './reviews-tables.ts';

export type ReviewRow = typeof reviews.$inferSelect;

/** The reviewed product's id; null for the estate. */
export type ReviewSubject = number | null;

const ofOrderLine = (orderId: number, line: number | null) =>
  and(eq(reviews.orderId, orderId), line === null ? isNull(reviews.line) : eq(reviews.line, line));

export const readReviewsOfOrder = (tx: SiteTx, orderId: number): Promise<ReviewRow[]> =>
  tx.select().from(reviews).where(eq(reviews.orderId, orderId));

export const insertReview = (tx: SiteTx, values: Omit<typeof reviews.$inferInsert, 'id' | 'siteId'>) =>
  tx.insert(reviews).values(values);

/**
 * Deletes the review of an order's line, or the order's review of the estate if `line` is null.
 * @returns The deleted review; null if there was none.
 */
export async function deleteReviewOfOrderLine(
  tx: SiteTx,
  orderId: number,
  line: number | null,
): Promise<ReviewRow | null> {
  const [row] = await tx.delete(reviews).where(ofOrderLine(orderId, line)).returning();
  return row ?? null;
}

async function deleteReviewsOfOrders(tx: SiteTx, orderIds: readonly number[]): Promise<number> {
  const rows = await tx
    .delete(reviews)
    .where(inArray(reviews.orderId, [...orderIds]))
    .returning({ id: reviews.id });
  return rows.length;
}

/** Deletes reviews of experiences before a day (YYYY-MM-DD). */
export async function deleteReviewsExperiencedBefore(tx: SiteTx, day: string): Promise<number> {
  const rows = await tx.delete(reviews).where(lt(reviews.experiencedOn, day)).returning({ id: reviews.id });
  return rows.length;
}

/** Locks a review until the transaction ends. */
export async function lockReview(tx: SiteTx, id: number): Promise<ReviewRow | null> {
  const [row] = await tx.select().from(reviews).where(eq(reviews.id, id)).for('update');
  return row ?? null;
}

/** Sets columns of a review. The caller must raise `revision`. */
export async function updateReviewColumns(tx: SiteTx, id: number, values: Partial<ReviewRow>): Promise<ReviewRow> {
  const [row] = await tx.update(reviews).set(values).where(eq(reviews.id, id)).returning();
  if (!row) throw new Error(`review ${id} was not updated`);
  return row;
}

export const countPendingReviews = (tx: SiteTx): Promise<number> => tx.$count(reviews, eq(reviews.state, 'PENDING'));

/** Reads the reviews of an account's orders with the order numbers, oldest first. */
const readReviewsOfAccount = (tx: SiteTx, userId: number) =>
  tx
    .select({ review: reviews, orderNumber: orders.number })
    .from(reviews)
    .innerJoin(orders, eq(orders.id, reviews.orderId))
    .where(eq(orders.userId, userId))
    .orderBy(asc(reviews.id));

function filterConditions({ filters }: ListQuery): SQL[] {
  const columns = { idProduct: reviews.productId, rating: reviews.rating };
  return filters.map(({ field, operator, value }) => {
    if (field !== 'state')
      return comparisonSql(sql`${columns[field as keyof typeof columns]}`, operator, value as ComparableNumberOrDate);
    const isOneOf = inArray(reviews.state, value as ReviewState[]);
    return operator === 'df:' ? sql`not ${isOneOf}` : isOneOf;
  });
}

/**
 * Reads one page of the reviews that match the filters, in any state unless they name one, newest first, and their
 * total number.
 */
export async function findReviewPage(tx: SiteTx, query: ListQuery) {
  const where = and(...filterConditions(query));
  const rows = await tx
    .select()
    .from(reviews)
    .where(where)
    .orderBy(desc(reviews.id))
    .limit(query.nbItem)
    .offset((query.page - 1) * query.nbItem);
  return { rows, total: await tx.$count(reviews, where) };
}

const isPublishedOf = (subject: ReviewSubject) =>
  and(eq(reviews.state, 'PUBLISHED'), subject === null ? isNull(reviews.productId) : eq(reviews.productId, subject));

export async function countPublishedReviewsByRating(tx: SiteTx, subject: ReviewSubject): Promise<Map<number, number>> {
  const rows = await tx
    .select({ rating: reviews.rating, count: count() })
    .from(reviews)
    .where(isPublishedOf(subject))
    .groupBy(reviews.rating);
  return new Map(rows.map(({ rating, count: reviewCount }) => [rating, reviewCount]));
}

/**
 * Reads one page of the published reviews of a subject that match the filters, by default the newest first, and their
 * total number.
 */
export async function findPublishedReviewPage(tx: SiteTx, subject: ReviewSubject, query: ListQuery) {
  const where = and(isPublishedOf(subject), ...filterConditions(query));
  const rows = await tx
    .select()
    .from(reviews)
    .where(where)
    .orderBy(...publicOrder(query))
    .limit(query.nbItem)
    .offset((query.page - 1) * query.nbItem);
  return { rows, total: await tx.$count(reviews, where) };
}

function publicOrder({ orderBy }: ListQuery): SQL[] {
  const { field, isDescending } = orderBy ?? { field: 'date', isDescending: true };
  const direction = isDescending ? desc : asc;
  const byDate = [direction(reviews.publishedAt), direction(reviews.id)];
  return field === 'date' ? byDate : [direction(reviews.rating), desc(reviews.publishedAt), desc(reviews.id)];
}

/**
 * Reads the ratings of products. The fictional reviews of a demonstration site count only until a product has a
 * published review, so that no average mixes both.
 */
export const readProductRatings: ReadProductRatings = async (tx, productIds) => {
  const rows = await countReviewsByRating(tx, [...productIds]);
  const ratings = new Map<number, ProductRating>();
  for (const [productId, all] of Map.groupBy(rows, (row) => row.productId)) {
    const published = all.filter(({ isFictional }) => !isFictional);
    const counted = published.length > 0 ? published : all;
    const summary = summariseRatingCounts(new Map(counted.map(({ rating, reviewCount }) => [rating, reviewCount])));
    if (productId !== null && summary.average !== null)
      ratings.set(productId, { average: summary.average, count: summary.count, isFictional: published.length === 0 });
  }
  return ratings;
};

/** Counts the published and the fictional reviews of products by product and rating, with one query. */
const countReviewsByRating = (tx: SiteTx, productIds: number[]) =>
  unionAll(
    tx
      .select({
        productId: reviews.productId,
        rating: reviews.rating,
        reviewCount: count(),
        isFictional: sql<boolean>`false`,
      })
      .from(reviews)
      .where(and(eq(reviews.state, 'PUBLISHED'), inArray(reviews.productId, productIds)))
      .groupBy(reviews.productId, reviews.rating),
    tx
      .select({
        productId: demonstrationReviews.productId,
        rating: demonstrationReviews.rating,
        reviewCount: count(),
        isFictional: sql<boolean>`true`,
      })
      .from(demonstrationReviews)
      .where(inArray(demonstrationReviews.productId, productIds))
      .groupBy(demonstrationReviews.productId, demonstrationReviews.rating),
  );

/** Deletes the reviews of the orders of a deleted account, and revokes the links with which new ones can be written. */
export async function eraseReviews(tx: SiteTx, orderIds: readonly number[]): Promise<void> {
  const deleted = await deleteReviewsOfOrders(tx, orderIds);
  await revokeReviewInvitationsOfOrders(tx, orderIds);
  if (deleted > 0) await notifySiteChanged(tx);
}

/** Reads the reviews of an account's orders for the export of personal data, oldest first. */
export async function exportReviewsOfAccount(tx: SiteTx, userId: number): Promise<ExportedReview[]> {
  const rows = await readReviewsOfAccount(tx, userId);
  return rows.map(({ orderNumber, review }) => ({
    orderNumber,
    product: review.productName,
    author: review.author,
    rating: review.rating,
    text: review.text,
    state: review.state,
    reply: review.reply ?? '',
    createdAt: review.createdAt.toISOString(),
  }));
}
