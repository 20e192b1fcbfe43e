import { and, asc, count, desc, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { toEmailKey } from '#server/api/accounts/accounts.ts';
import { recordStaffChange } from '#server/api/audit/record-staff-change.ts';
import { notifySiteChanged } from '#server/api/changes/notify-site-changed.ts';
import {
  type ContractRouteDependencies,
  createContractRouter,
  type PickLocalizedText,
} from '#server/api/contract/contract-route.ts';
import { type ComparableNumberOrDate, comparisonSql } from '#server/api/database/filter-sql.ts';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import type { RateLimiter, RateLimitName } from '#server/api/limits/rate-limiter.ts';
import { queueMail } from '#server/api/mail/queue-mail.ts';
import { readOrder } from '#server/api/orders/order-repository.ts';
import { type CheckProofOfWork, readMailBranding } from '#server/api/site/site.ts';
import { getCaller } from '#server/api/tenancy/current-site.ts';
import type { DataOf } from '#shared/endpoint.ts';
import type { ListQuery } from '#shared/list-query.ts';
import { type Outcome, ok, refuse } from '#shared/outcome.ts';
import {
  type RatingSummary,
  type RejectionGround,
  type ReviewState,
  summariseRatingCounts,
} from '#shared/reviews/review-rules.ts';
import type {
  PublishedOrExternalReview,
  PublishedReview,
  PublishedReviewPage,
  StaffReviewView,
} from '#shared/reviews/review-schemas.ts';
import { maxReviewsPerResponse, reviewsContract } from '#shared/reviews/reviews-contract.ts';
import { readReviewInvitation, submitReview, withdrawReview } from './author-reviews.ts';
import { applyQueryToDemonstrationReviews, readDemonstrationReviewsOfSubject } from './demonstration-reviews.ts';
import type { ExternalReviewsReader } from './external-reviews-reader.ts';
import { createReviewRejectionMail } from './review-mails.ts';
import { hasRefusedInvitations, refuseInvitationsByToken, saveRefusalOfUser } from './review-refusals.ts';
import type { ReviewRow, ReviewSubject } from './reviews-repository.ts';
import { reviews } from './reviews-tables.ts';

/** Locks a review until the transaction ends. */
async function lockReview(tx: SiteTx, id: number): Promise<ReviewRow | null> {
  const [row] = await tx.select().from(reviews).where(eq(reviews.id, id)).for('update');
  return row ?? null;
}

/** Sets columns of a review. The caller must raise `revision`. */
async function updateReviewColumns(tx: SiteTx, id: number, values: Partial<ReviewRow>): Promise<ReviewRow> {
  const [row] = await tx.update(reviews).set(values).where(eq(reviews.id, id)).returning();
  if (!row) throw new Error(`review ${id} was not updated`);
  return row;
}

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
async function findReviewPage(tx: SiteTx, query: ListQuery) {
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

async function countPublishedReviewsByRating(tx: SiteTx, subject: ReviewSubject): Promise<Map<number, number>> {
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
async function findPublishedReviewPage(tx: SiteTx, subject: ReviewSubject, query: ListQuery) {
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

type ModerationEndpoint = (typeof reviewsContract)['PUT /admin/review/{id}'];

interface ReviewModeration {
  revision: number;
  state: 'PUBLISHED' | 'REJECTED';
  rejectionGround: RejectionGround | null;
  rejectionReason: string;
  reply: string | null;
}

/**
 * Publishes or rejects a review. Its author is notified of a rejection and its reasons, as article D111-19 of the
 * Consumer Code requires.
 */
async function moderateReview(
  tx: SiteTx,
  id: number,
  { revision, state, rejectionGround, rejectionReason, reply }: ReviewModeration,
  { userId, timeZone, now }: { userId: number; timeZone: string; now: Date },
): Promise<Outcome<DataOf<ModerationEndpoint>, keyof ModerationEndpoint['refusals']>> {
  const isRejected = state === 'REJECTED';
  if (isRejected && rejectionGround === null) return refuse('ground_missing');
  const before = await lockReview(tx, id);
  if (!before) return refuse('not_found');
  if (before.revision !== revision) return { ...refuse('stale_revision'), current: { review: toStaffReview(before) } };
  const saved = await updateReviewColumns(tx, id, {
    state,
    rejectionGround: isRejected ? rejectionGround : null,
    rejectionReason: isRejected ? rejectionReason : '',
    reply,
    publishedAt: isRejected ? before.publishedAt : (before.publishedAt ?? now),
    revision: revision + 1,
  });
  await recordModeration(tx, userId, before, saved);
  if (isRejected && before.state !== 'REJECTED') await notifyAuthorOfRejection(tx, saved, timeZone);
  if (before.state === 'PUBLISHED' || state === 'PUBLISHED') await notifySiteChanged(tx);
  return ok({ review: toStaffReview(saved) });
}

/**
 * Returns the fields for the audit log. The review's text and author are left out, because they are personal data of a
 * customer.
 */
const toModerationFields = ({ state, rejectionGround, rejectionReason, reply }: ReviewRow) => ({
  state,
  rejectionGround,
  rejectionReason,
  reply,
});

const recordModeration = (tx: SiteTx, userId: number, before: ReviewRow, after: ReviewRow): Promise<void> =>
  recordStaffChange(tx, {
    userId,
    resource: 'review',
    key: after.id,
    action: 'UPDATE',
    before: toModerationFields(before),
    after: toModerationFields(after),
  });

async function notifyAuthorOfRejection(tx: SiteTx, review: ReviewRow, timeZone: string): Promise<void> {
  const order = await readOrder(tx, review.orderId);
  // The email address is empty once the customer's data has been erased.
  if (order && order.email !== '') await queueMail(tx, createReviewRejectionMail(review, order, timeZone));
}

const toStaffReview = (row: ReviewRow): StaffReviewView => ({
  id: row.id,
  revision: row.revision,
  idOrder: row.orderId,
  idProduct: row.productId,
  productName: row.productName,
  author: row.author,
  rating: row.rating,
  text: row.text,
  state: row.state,
  rejectionGround: row.rejectionGround,
  rejectionReason: row.rejectionReason,
  reply: row.reply,
  experiencedOn: row.experiencedOn,
  createdAt: row.createdAt.toISOString(),
  publishedAt: row.publishedAt?.toISOString() ?? null,
});

interface ReviewsDependencies extends ContractRouteDependencies {
  reviews: ExternalReviewsReader;
  limits: RateLimiter;
  checkProofOfWork: CheckProofOfWork;
}

export function reviewsRoutes(app: FastifyInstance, dependencies: ReviewsDependencies): void {
  publicRoutes(app, dependencies);
  authorRoutes(app, dependencies);
  staffRoutes(app, dependencies);
}

/**
 * Reads one page of the published reviews of a product or of the estate. Only a subject without any shows the fictional
 * reviews of a demonstration site, so that no average mixes both.
 */
async function readPublishedOrDemonstrationReviewPage(
  tx: SiteTx,
  subject: ReviewSubject,
  query: ListQuery,
  pickLanguage: PickLocalizedText,
): Promise<PublishedReviewPage> {
  const counts = await countPublishedReviewsByRating(tx, subject);
  if (counts.size === 0) return readDemonstrationPage(tx, subject, query, pickLanguage);
  const { rows, total } = await findPublishedReviewPage(tx, subject, query);
  return { reviews: rows.map(toPublishedReview), total, summary: summariseRatingCounts(counts), isFictional: false };
}

const toPublishedReview = (row: ReviewRow): PublishedReview => ({
  id: row.id,
  author: row.author,
  rating: row.rating,
  text: row.text,
  experiencedOn: row.experiencedOn,
  publishedAt: (row.publishedAt ?? row.createdAt).toISOString(),
  reply: row.reply,
});

/** Computes average and number from the reviews themselves, because those that a service states cannot be verified. */
function summariseReviews(reviews: readonly { rating: number }[]): RatingSummary {
  const counts = new Map<number, number>();
  for (const { rating } of reviews) counts.set(rating, (counts.get(rating) ?? 0) + 1);
  return summariseRatingCounts(counts);
}

async function readDemonstrationPage(
  tx: SiteTx,
  subject: ReviewSubject,
  query: ListQuery,
  pickLanguage: PickLocalizedText,
): Promise<PublishedReviewPage> {
  const all = await readDemonstrationReviewsOfSubject(tx, subject);
  const { rows, total } = applyQueryToDemonstrationReviews(all, query);
  const reviews = rows.map(({ id, author, rating, text, reply, experiencedOn, publishedOn }) => ({
    id,
    author,
    rating,
    text: pickLanguage(text),
    experiencedOn,
    publishedAt: `${publishedOn}T12:00:00.000Z`,
    reply: reply && pickLanguage(reply),
  }));
  return { reviews, total, summary: summariseReviews(all), isFictional: all.length > 0 };
}

function publicRoutes(app: FastifyInstance, dependencies: ReviewsDependencies): void {
  const route = createContractRouter(app, 'reviews', reviewsContract, dependencies);
  const { reviews } = dependencies;

  route('GET /reviews', async ({ query: { from, idProduct }, site, request, pickLanguage, withSiteTransaction }) => {
    // The transaction ends before the review service is called, because the call may take seconds.
    const source = await withSiteTransaction((tx) => reviews.findSource(tx));
    if (source) {
      const all = await reviews.read(site.id, source, request.log);
      return toServiceReviews(all, { from, idProduct });
    }
    if (idProduct !== undefined) return toServiceReviews([], { from, idProduct });
    return withSiteTransaction(async (tx) => {
      const newest = { page: 1, nbItem: from + maxReviewsPerResponse, orderBy: null, filters: [] };
      const { reviews: own, ...page } = await readPublishedOrDemonstrationReviewPage(tx, null, newest, pickLanguage);
      // Fictional reviews are left out, because no field of this response marks them.
      if (page.isFictional) return { reviews: [], total: 0, summary: summariseReviews([]) };
      const shown = own
        .slice(from)
        .map(({ author, rating, text, publishedAt: date }) => ({ author, rating, text, date }));
      return { reviews: shown, total: page.total, summary: page.summary };
    });
  });
  route('GET /product/{id}/review', ({ params, query, pickLanguage, withSiteTransaction }) =>
    withSiteTransaction((tx) => readPublishedOrDemonstrationReviewPage(tx, params.id, query, pickLanguage)),
  );
  route('GET /estate/review', ({ query, pickLanguage, withSiteTransaction }) =>
    withSiteTransaction((tx) => readPublishedOrDemonstrationReviewPage(tx, null, query, pickLanguage)),
  );
}

/** Selects all reviews without `idProduct`; with it, those of the product, or those of the estate if it has none. */
function toServiceReviews(
  all: readonly PublishedOrExternalReview[],
  { from, idProduct }: { from: number; idProduct?: number | undefined },
) {
  const ofProduct = all.filter((review) => review.idProduct !== undefined && review.idProduct === idProduct);
  const ofEstate = all.filter((review) => review.idProduct === undefined);
  const isAboutProduct = ofProduct.length > 0;
  const selected = idProduct === undefined ? all : isAboutProduct ? ofProduct : ofEstate;
  return {
    reviews: selected.slice(from, from + maxReviewsPerResponse),
    total: selected.length,
    summary: summariseReviews(selected),
    ...(idProduct === undefined ? {} : { isAboutProduct }),
  };
}

function authorRoutes(app: FastifyInstance, dependencies: ReviewsDependencies): void {
  const route = createContractRouter(app, 'reviews', reviewsContract, dependencies);
  const { limits, checkProofOfWork } = dependencies;

  const refuseTooMany = async (
    siteId: number,
    request: FastifyRequest,
    names: readonly RateLimitName[] = ['link-client', 'link-network'],
  ) => {
    const { ipAddress } = getCaller(request);
    for (const limit of names)
      if (!(await limits.consume(siteId, limit, ipAddress)))
        return refuse('too_many', {
          values: { retryAfter: await limits.retryAfterSeconds(siteId, limit, ipAddress) },
        });
    return null;
  };

  route('POST /review/invitation', async ({ body, site, lang, request, withSiteTransaction }) => {
    const tooMany = await refuseTooMany(site.id, request);
    if (tooMany) return tooMany;
    return withSiteTransaction(async (tx) => {
      const { name: estateName } = await readMailBranding(tx, lang);
      return readReviewInvitation(tx, body.token, { estateName, now: new Date() });
    });
  });
  route('POST /review', async ({ body, site, request, withSiteTransaction }) => {
    const sender = { siteId: site.id, ipAddress: getCaller(request).ipAddress };
    const refusal = (await refuseTooMany(site.id, request)) ?? (await checkProofOfWork(sender, body.altcha));
    return refusal ?? withSiteTransaction((tx) => submitReview(tx, body, new Date()));
  });
  route('PUT /review/withdraw', async ({ body, site, request, withSiteTransaction }) => {
    const tooMany = await refuseTooMany(site.id, request);
    return tooMany ?? withSiteTransaction((tx) => withdrawReview(tx, body.token, body.line));
  });
  route('PUT /review/invitation/refuse', async ({ body, site, request, withSiteTransaction }) => {
    const tooMany = await refuseTooMany(site.id, request, ['unsubscribe-client', 'unsubscribe-network']);
    return tooMany ?? withSiteTransaction((tx) => refuseInvitationsByToken(tx, body.token));
  });
  route('GET /user/review/invitation', ({ user, withSiteTransaction }) =>
    withSiteTransaction(async (tx) => ({ isRefused: await hasRefusedInvitations(tx, toEmailKey(user.email)) })),
  );
  route('PUT /user/review/invitation', ({ body, user, withSiteTransaction }) =>
    withSiteTransaction((tx) => saveRefusalOfUser(tx, user, body.isRefused)),
  );
}

function staffRoutes(app: FastifyInstance, dependencies: ReviewsDependencies): void {
  const route = createContractRouter(app, 'reviews', reviewsContract, dependencies);

  route('GET /admin/review', ({ query, withSiteTransaction }) =>
    withSiteTransaction(async (tx) => {
      const { rows, total } = await findReviewPage(tx, query);
      return { reviews: rows.map(toStaffReview), total };
    }),
  );
  route('PUT /admin/review/{id}', ({ params, body, site, user, withSiteTransaction }) =>
    withSiteTransaction((tx) =>
      moderateReview(tx, params.id, body, { userId: user.id, timeZone: site.timeZone, now: new Date() }),
    ),
  );
}
