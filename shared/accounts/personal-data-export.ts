import { z } from 'zod';
import { CurrentUser } from './current-user.ts';
import { newsletterConsentSources } from './newsletter-consent-source.ts';

export const ExportedElementRegistration = z.object({
  title: z.string(),
  /** The beginning of the event in ISO 8601. */
  startsAt: z.string(),
  name: z.string(),
  people: z.int(),
  /** The language that the visitor chose for the visit; empty without a choice. */
  language: z.string(),
  state: z.enum(['CONFIRMED', 'WAITING', 'CANCELLED']),
  registeredAt: z.string(),
});
export type ExportedElementRegistration = z.infer<typeof ExportedElementRegistration>;

export const ExportedReview = z.object({
  orderNumber: z.string(),
  /** The name of the reviewed product; empty for a review of the estate. */
  product: z.string(),
  author: z.string(),
  rating: z.int(),
  text: z.string(),
  state: z.enum(['PENDING', 'PUBLISHED', 'REJECTED']),
  /** The reply of the estate; empty without one. */
  reply: z.string(),
  createdAt: z.string(),
});
export type ExportedReview = z.infer<typeof ExportedReview>;

export const DeclaredWithdrawal = z.object({
  receivedAt: z.string(),
  name: z.string(),
  orderNumber: z.string(),
  message: z.string(),
  /** The sentence of the withdrawal declaration that the customer confirmed. */
  statement: z.string(),
});
export type DeclaredWithdrawal = z.infer<typeof DeclaredWithdrawal>;

export const ExportedSubscription = z.object({
  list: z.string(),
  /** `PENDING` until the link in the confirmation mail has been followed. */
  state: z.enum(['CONFIRMED', 'PENDING', 'ENDED']),
  source: z.enum(newsletterConsentSources),
  /**
   * The sentence beside the box or button with which the subscriber consented; empty for subscriptions of earlier
   * releases.
   */
  sentence: z.string(),
  requestedAt: z.string().nullable(),
  /** The truncated IP addresses of request and confirmation. */
  requestNetwork: z.string(),
  confirmationNetwork: z.string(),
  /** The time of the confirmation. */
  since: z.string().nullable(),
  endedAt: z.string().nullable(),
  /** The newsletter issues that were addressed to the subscriber. `sentAt` is null unless the mail was sent. */
  issues: z.array(
    z.object({
      subject: z.string(),
      state: z.enum(['PENDING', 'SENDING', 'SENT', 'FAILED', 'SKIPPED']),
      sentAt: z.string().nullable(),
    }),
  ),
});
export type ExportedSubscription = z.infer<typeof ExportedSubscription>;

export const ExportedSubmission = z.object({
  form: z.string(),
  receivedAt: z.string(),
  answers: z.array(z.object({ label: z.string(), answers: z.array(z.string()) })),
  files: z.array(z.string()),
  replies: z.array(z.object({ sentAt: z.string(), subject: z.string(), text: z.string() })),
});
export type ExportedSubmission = z.infer<typeof ExportedSubmission>;

export const PersonalDataExport = z.object({
  exportedAt: z.string(),
  profile: CurrentUser.extend({
    registeredAt: z.string(),
    lastActiveAt: z.string(),
    termsAcceptedAt: z.string().nullable(),
  }),
  newsletter: z.array(ExportedSubscription),
  closureRequests: z.array(z.object({ requestedAt: z.string(), message: z.string() })),
  /** The customer's orders, each in the format of `GET /order/{id}` with the notes of staff. */
  orders: z.array(z.record(z.string(), z.unknown())),
  /** The declarations of withdrawal that were made with the customer's email address. */
  withdrawals: z.array(DeclaredWithdrawal),
  /** The answers to forms and contact messages that were sent with the customer's email address. */
  forms: z.array(ExportedSubmission),
  /** The registrations for events that were made with the customer's email address. */
  registrations: z.array(ExportedElementRegistration),
  reviews: z.array(ExportedReview),
  /** The time since which the customer refuses invitations to review; null if they are accepted. */
  reviewInvitationsRefusedAt: z.string().nullable(),
});
export type PersonalDataExport = z.infer<typeof PersonalDataExport>;
