import { z } from 'zod';
import { MailLinkToken } from '#shared/accounts/account-fields.ts';
import { createRequiredTextSchema, createTextSchema, revisionField } from '#shared/contract-fields.ts';
import { defineContract, IdParam } from '#shared/endpoint.ts';
import { createListQuerySchema } from '#shared/list-query.ts';
import { ProofOfWorkField } from '#shared/proof-of-work-challenge.ts';
import { optionalText, wholeNumberText } from '#shared/text-values.ts';
import { maxRating, maxReviewTextLengths, minRating, rejectionGrounds, reviewStates } from './review-rules.ts';
import {
  PublishedOrExternalReview,
  PublishedReviewPage,
  RatingSummarySchema,
  ReviewInvitation,
  StaffReviewView,
} from './review-schemas.ts';

/** Maximum number of reviews that one response of `GET /reviews` contains. */
export const maxReviewsPerResponse = 100;

const publicList = () => createListQuerySchema({ fields: { rating: 'number' }, orders: ['date', 'rating'] });

/** The position of a line in its order, starting at 0; null for the estate. */
const line = z.int().min(0).max(10_000).nullable();

export const reviewsContract = defineContract({
  'GET /reviews': {
    summary:
      'Reviews of the estate from its reviews service, or its own if it uses none, newest first. `from` skips that many reviews. With `idProduct`, only reviews of the service: those of the product, or those of the estate if the product has none',
    query: z.strictObject({
      from: optionalText(wholeNumberText(0, 1_000_000)).transform((value) => value ?? 0),
      idProduct: optionalText(IdParam),
    }),
    data: z.object({
      reviews: z.array(PublishedOrExternalReview),
      total: z.int(),
      /** The ratings of the reviews that the platform has read; a service may have more. */
      summary: RatingSummarySchema,
      /** True if the reviews are about the named product, false if about the estate; absent if the query names none. */
      isAboutProduct: z.boolean().optional(),
    }),
  },
  'GET /product/{id}/review': {
    summary: 'The published reviews of a product, newest first, with their average and distribution',
    params: z.object({ id: IdParam }),
    query: publicList(),
    data: PublishedReviewPage,
  },
  'GET /estate/review': {
    summary: 'The published reviews of the estate itself, newest first, with their average and distribution',
    query: publicList(),
    data: PublishedReviewPage,
  },
  'POST /review/invitation': {
    summary:
      'The reviews that the link of an invitation lets the customer write. A POST, so that no log of URL paths contains the token',
    body: z.strictObject({ token: MailLinkToken }),
    data: ReviewInvitation,
    refusals: { link_expired: 422, too_many: 429 },
  },
  'POST /review': {
    summary: 'Submits a review for moderation. Repeating the call has no effect',
    body: z.strictObject({
      token: MailLinkToken,
      line,
      rating: z.int().min(minRating).max(maxRating),
      text: createRequiredTextSchema(maxReviewTextLengths.text),
      author: createRequiredTextSchema(maxReviewTextLengths.author),
      altcha: ProofOfWorkField,
    }),
    data: z.object({ state: z.enum(reviewStates) }),
    refusals: { link_expired: 422, unknown_line: 422, proof_invalid: 422, already_reviewed: 409, too_many: 429 },
  },
  'PUT /review/withdraw': {
    summary: 'Deletes a review at the wish of its author. Repeating the call has no effect',
    body: z.strictObject({ token: MailLinkToken, line }),
    data: z.object({}),
    refusals: { link_expired: 422, too_many: 429 },
  },
  'PUT /review/invitation/refuse': {
    summary:
      'Follows the link in an invitation with which the customer refuses further ones. Repeating the call has no effect',
    body: z.strictObject({ token: z.uuid() }),
    data: z.object({}),
    refusals: { link_expired: 422, too_many: 429 },
  },
  'GET /user/review/invitation': {
    summary: 'Whether the current user refuses invitations to review orders',
    access: 'member',
    data: z.object({ isRefused: z.boolean() }),
  },
  'PUT /user/review/invitation': {
    summary: 'Refuses invitations to review orders, or accepts them again. Invitations that wait are not sent',
    access: 'member',
    body: z.strictObject({ isRefused: z.boolean() }),
    data: z.object({ isRefused: z.boolean() }),
  },
  'GET /admin/review': {
    summary: 'The reviews that customers have written, newest first',
    access: 'staff',
    query: createListQuerySchema({
      fields: { state: { set: reviewStates }, idProduct: 'number', rating: 'number' },
      orders: [],
    }),
    data: z.object({ reviews: z.array(StaffReviewView), total: z.int() }),
  },
  'PUT /admin/review/{id}': {
    summary:
      'Publishes or rejects a review and saves the estate’s reply. A rejection needs a ground, of which the author is notified',
    access: 'staff',
    params: z.object({ id: IdParam }),
    body: z.strictObject({
      revision: revisionField,
      state: z.enum(['PUBLISHED', 'REJECTED']),
      rejectionGround: z.enum(rejectionGrounds).nullable().default(null),
      rejectionReason: createTextSchema(maxReviewTextLengths.reason).default(''),
      reply: createRequiredTextSchema(maxReviewTextLengths.reply).nullable().default(null),
    }),
    data: z.object({ review: StaffReviewView }),
    refusals: { not_found: 404, stale_revision: 409, ground_missing: 422 },
  },
});
