import { z } from 'zod';
import { revisionField } from '#shared/contract-fields.ts';
import { defineContract, IdParam, idempotencyRefusals } from '../endpoint.ts';
import { Instant } from '../input-fields.ts';
import { languages } from '../languages.ts';
import { NewsletterContent } from './newsletter-issue-input.ts';
import { newsletterIssueStates, newsletterSendingControlActions } from './newsletter-issue-states.ts';

export const maxListedFailures = 50;

const NewsletterIssueProgress = z.object({
  state: z.enum(newsletterIssueStates),
  /** Name of the newsletter in the caller's language. */
  list: z.string(),
  subscribers: z.int(),
  sendAt: z.string().nullable(),
  startedAt: z.string().nullable(),
  finishedAt: z.string().nullable(),
  /** Numbers of recipients. All are 0 before the sending starts. */
  recipients: z.object({
    total: z.int(),
    sent: z.int(),
    /** Recipients to whom the mail has not been sent yet, including those with a pending retry. */
    waiting: z.int(),
    failed: z.int(),
    /** Failed recipients who may have received the mail, so that it is not sent to them again. */
    uncertain: z.int(),
    /** Subscribers who unsubscribed or were erased before the mail was sent to them. */
    skipped: z.int(),
    /** Recipients who unsubscribed after they had received the mail. */
    unsubscribed: z.int(),
  }),
  /** The latest failures. `email` is null for a subscriber who was erased. */
  failures: z.array(
    z.object({
      email: z.string().nullable(),
      reason: z.string(),
      /**
       * True if the mail may have been delivered, because the connection was lost after the mail was handed over, or
       * the server stopped meanwhile.
       */
      isUncertain: z.boolean(),
    }),
  ),
});
export type NewsletterIssueProgress = z.infer<typeof NewsletterIssueProgress>;

const params = z.object({ id: IdParam });
const Language = z.enum(languages);
const not_found = 404;

/** The calls of staff that preview, test and send newsletter issues. Drafts are edited as a resource. */
export const newsletterIssueContract = defineContract({
  'POST /admin/newsletter-issue/preview': {
    summary: 'Renders the content of a newsletter issue as a mail, without saving it',
    access: 'staff',
    body: z.strictObject({ content: NewsletterContent, lang: Language }),
    data: z.object({ subject: z.string(), html: z.string(), text: z.string() }),
  },
  'POST /admin/newsletter-issue/{id}/test': {
    summary: 'Sends the saved issue to the caller’s own email address',
    access: 'staff',
    isIdempotent: true,
    params,
    body: z.strictObject({ lang: Language }),
    data: z.object({ email: z.string() }),
    refusals: { not_found, too_many: 429, ...idempotencyRefusals },
  },
  'GET /admin/newsletter-issue/{id}/sending': {
    summary: 'The state and the figures of a newsletter issue',
    access: 'staff',
    params,
    data: NewsletterIssueProgress,
    refusals: { not_found },
  },
  'POST /admin/newsletter-issue/{id}/sending': {
    summary: 'Sends an issue to all subscribers of its newsletter, now or at a time',
    access: 'staff',
    isIdempotent: true,
    params,
    body: z.strictObject({
      revision: revisionField,
      /** The time of the sending; null to send now. */
      sendAt: Instant.nullable(),
    }),
    data: NewsletterIssueProgress,
    refusals: {
      not_found,
      stale_revision: 409,
      already_sent: 409,
      incomplete: 422,
      no_subscribers: 422,
      date_not_possible: 422,
      ...idempotencyRefusals,
    },
  },
  'PUT /admin/newsletter-issue/{id}/sending': {
    summary: 'Pauses, resumes or cancels the sending of an issue, or tries the failed recipients again',
    access: 'staff',
    params,
    body: z.strictObject({ action: z.enum(newsletterSendingControlActions) }),
    data: NewsletterIssueProgress,
    refusals: { not_found, action_not_possible: 409 },
  },
});
