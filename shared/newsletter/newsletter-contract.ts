import { z } from 'zod';
import { ProofOfWorkField } from '#shared/proof-of-work-challenge.ts';
import { Email, MailLinkToken } from '../accounts/account-fields.ts';
import { newsletterConsentSources } from '../accounts/newsletter-consent-source.ts';
import { idField } from '../contract-fields.ts';
import { defineContract } from '../endpoint.ts';
import { FileDownload } from '../file-download.ts';
import { createListQuerySchema } from '../list-query.ts';
import { idFromTextSchema, optionalText } from '../text-values.ts';

export const NewsletterList = z.object({ id: z.int(), name: z.string(), description: z.string() });
export type NewsletterList = z.infer<typeof NewsletterList>;

const NewsletterSubscriptionState = z.object({
  id: z.int(),
  /** `PENDING` until the link in the confirmation mail has been followed. */
  state: z.enum(['CONFIRMED', 'PENDING']),
  /** The time of the confirmation, or of the request while the confirmation is pending. */
  since: z.string(),
});
export type NewsletterSubscriptionState = z.infer<typeof NewsletterSubscriptionState>;

const Subscriber = z.object({
  idList: z.int(),
  email: z.string(),
  source: z.enum(newsletterConsentSources),
  sentence: z.string(),
  lang: z.string().nullable(),
  requestedAt: z.string().nullable(),
  confirmedAt: z.string(),
});

const emptyData = z.object({});
const lists = z.array(idField).max(100);

/** HTTP status for a link in a mail whose token is unknown, used or expired. */
const link_expired = 422;

export const newsletterContract = defineContract({
  'GET /user/newsletter/lists': {
    summary: 'The newsletters of the estate',
    data: z.object({ lists: z.array(NewsletterList) }),
  },
  'GET /user/newsletter/subscription': {
    summary: 'The newsletters to which the current user is subscribed, and the state of each subscription',
    access: 'member',
    data: z.object({ lists, subscriptions: z.array(NewsletterSubscriptionState) }),
  },
  'PUT /user/newsletter/subscription': {
    summary: 'Chooses the newsletters',
    access: 'member',
    body: z.strictObject({ lists }),
    data: z.object({ lists, subscriptions: z.array(NewsletterSubscriptionState) }),
    refusals: { unknown_list: 422, too_many: 429 },
  },
  'POST /newsletter/subscribe': {
    summary:
      'Subscribes an address, confirmed by the link in the mail; without `lists` to the estate’s first newsletter',
    body: z.strictObject({ email: Email, lists: lists.optional(), altcha: ProofOfWorkField }),
    data: emptyData,
    refusals: { unknown_list: 422, proof_invalid: 422, too_many: 429 },
  },
  'PUT /newsletter/confirm': {
    summary: 'Follows the link of the subscription mail',
    body: z.strictObject({ token: MailLinkToken }),
    data: emptyData,
    refusals: { link_expired, too_many: 429 },
  },
  'PUT /newsletter/unsubscribe/ask': {
    summary: 'Sends a link that ends all subscriptions of an email address. The response is the same without any',
    body: z.strictObject({ email: Email }),
    data: emptyData,
    refusals: { too_many: 429 },
  },
  'PUT /newsletter/unsubscribe': {
    summary:
      'Follows the unsubscription link of a newsletter, any number of times, or once the link that ends all subscriptions',
    body: z.strictObject({ token: MailLinkToken }),
    data: z.object({
      /** The newsletter that was unsubscribed from; null for all newsletters of the estate. */
      list: z.string().nullable(),
    }),
    refusals: { link_expired, too_many: 429 },
  },
  'GET /admin/newsletter/subscriber': {
    summary: 'The confirmed subscribers of the newsletters, with the record of their consent',
    access: 'staff',
    query: createListQuerySchema({ fields: { idList: 'ids' }, orders: [] }),
    data: z.object({ subscribers: z.array(Subscriber), total: z.int() }),
  },
  'GET /admin/newsletter/subscriber/export': {
    summary: 'The confirmed subscribers of one newsletter, or of all, as CSV with their unsubscription links',
    access: 'staff',
    query: z.strictObject({ idList: optionalText(idFromTextSchema) }),
    fileType: 'text/csv; charset=utf-8',
    data: FileDownload,
  },
});
