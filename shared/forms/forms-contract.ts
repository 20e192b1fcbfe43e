import { z } from 'zod';
import { createRequiredTextSchema, revisionField } from '#shared/contract-fields.ts';
import { defineContract, IdParam, idempotencyRefusals } from '../endpoint.ts';
import { FileDownload } from '../file-download.ts';
import { languages } from '../languages.ts';
import { createListQuerySchema } from '../list-query.ts';
import { ProofOfWorkChallenge } from '../proof-of-work-challenge.ts';
import { idFromTextSchema, optionalText } from '../text-values.ts';
import { FormField } from './form-field.ts';
import { replyLimits } from './form-limits.ts';

const Form = z.object({
  /** The id of the form; 0 for the contact form of a site that defines none. */
  id: z.int(),
  title: z.string(),
  intro: z.string(),
  /** Label of the submit button; empty for the default label. */
  submitLabel: z.string(),
  confirmation: z.string(),
  /** Number of days after which answers are erased. */
  retentionDays: z.int(),
  fields: z.array(FormField),
});
export type Form = z.infer<typeof Form>;

const LabelledFormAnswer = z.object({ name: z.string(), label: z.string(), answers: z.array(z.string()) });
export type LabelledFormAnswer = z.infer<typeof LabelledFormAnswer>;

const StaffReplyToSubmission = z.object({
  id: z.int(),
  sentAt: z.string(),
  /** The email address of the member of staff; null if the account has been deleted. */
  author: z.string().nullable(),
  subject: z.string(),
  text: z.string(),
});

const Submission = z.object({
  id: z.int(),
  /**
   * Raised by each reply and each time the handled state changes. A change must name the revision that it is based on.
   */
  revision: z.int(),
  /** The id of the form; null for the contact form of a site that defines none. */
  idForm: z.int().nullable(),
  form: z.string(),
  receivedAt: z.string(),
  erasedAfter: z.string(),
  /** The time at which staff replied to the submission or marked it as handled; null while it waits. */
  handledAt: z.string().nullable(),
  /** The sender's email address in lower case; empty if the sender gave none. */
  email: z.string(),
  lang: z.enum(languages),
  answers: z.array(LabelledFormAnswer),
  files: z.array(z.object({ id: z.int(), field: z.string(), name: z.string(), type: z.string(), bytes: z.int() })),
  /** The replies that staff have sent from the panel, the oldest first. */
  replies: z.array(StaffReplyToSubmission),
});
export type Submission = z.infer<typeof Submission>;

/**
 * The refusal `too_fast` means that the form was sent within `minSeconds` after the call of `GET /forms/ticket`, and
 * `hidden_field_filled` that the field `website`, which pages hide, was not empty.
 */
const submissionRefusals = {
  invalid_answers: 422,
  hidden_field_filled: 422,
  too_fast: 422,
  proof_invalid: 422,
  too_large: 413,
  too_many: 429,
} as const;

export const formsContract = defineContract({
  'GET /forms/ticket': {
    summary: 'A signed time stamp that a form is sent with. Without one, few forms are accepted from a network',
    data: z.object({ ticket: z.string(), minSeconds: z.int() }),
  },
  'GET /forms/challenge': {
    summary:
      'A signed task of the ALTCHA protocol, which is valid for ten minutes and for one form. Its solution is sent as `altcha`. Null on sites that require no proof of work',
    data: z.object({ challenge: ProofOfWorkChallenge.nullable() }),
    refusals: { too_many: 429 },
  },
  'GET /forms/{id}': {
    summary: 'A form: its fields, with their conditions and limits',
    params: z.object({ id: IdParam }),
    data: z.object({ form: Form }),
    refusals: { not_found: 404 },
  },
  'POST /forms/{id}/submit': {
    summary:
      'Sends a form: one part for each answer, named like its field, `ticket`, and `altcha` if the site requires a proof of work. The same answers sent twice count once. A failure has an error for each invalid field',
    params: z.object({ id: IdParam }),
    isForm: true,
    data: z.object({}),
    refusals: { ...submissionRefusals, not_found: 404 },
  },
  'GET /message/form': {
    summary: 'The contact form: the site’s own, or one with name, email address, telephone and message',
    data: z.object({ form: Form }),
  },
  'POST /message': {
    summary:
      'Sends a contact message: `name`, `email`, `message`, and what else the contact form of the site has, such as `topic`',
    isForm: true,
    data: z.object({}),
    refusals: submissionRefusals,
  },
  'GET /admin/forms/submission': {
    summary: 'What was sent by forms and contact form, the newest first',
    access: 'staff',
    query: createListQuerySchema({ fields: { idForm: 'number', isHandled: 'boolean' }, orders: [] }),
    data: z.object({ submissions: z.array(Submission), total: z.int() }),
  },
  'GET /admin/forms/submission/{id}': {
    summary: 'One submission of a form',
    access: 'staff',
    params: z.object({ id: IdParam }),
    data: z.object({ submission: Submission }),
    refusals: { not_found: 404 },
  },
  'PUT /admin/forms/submission/{id}': {
    summary: 'Marks a submission as handled, or as waiting again',
    access: 'staff',
    params: z.object({ id: IdParam }),
    body: z.strictObject({ revision: revisionField, isHandled: z.boolean() }),
    data: z.object({ submission: Submission }),
    refusals: { not_found: 404, stale_revision: 409 },
  },
  'POST /admin/forms/submission/{id}/reply': {
    summary: 'Mails a reply to the sender of a submission, and marks the submission as handled',
    access: 'staff',
    isIdempotent: true,
    params: z.object({ id: IdParam }),
    body: z.strictObject({
      revision: revisionField,
      subject: createRequiredTextSchema(replyLimits.subjectLength),
      text: createRequiredTextSchema(replyLimits.textLength),
    }),
    data: z.object({ submission: Submission }),
    refusals: {
      not_found: 404,
      stale_revision: 409,
      no_sender: 422,
      too_many_replies: 422,
      too_many_mails: 429,
      ...idempotencyRefusals,
    },
  },
  'DELETE /admin/forms/submission/{id}': {
    summary: 'Erases a submission with its files and replies',
    access: 'staff',
    params: z.object({ id: IdParam }),
    data: z.object({}),
    refusals: { not_found: 404 },
  },
  'GET /admin/forms/submissions.csv': {
    summary:
      'The submissions of one form as CSV, with a column for each question; without `idForm` those of the contact form',
    access: 'staff',
    query: z.strictObject({ idForm: optionalText(idFromTextSchema) }),
    fileType: 'text/csv; charset=utf-8',
    data: FileDownload,
  },
  'GET /admin/forms/file/{id}': {
    summary: 'A file that was sent with a form, in Base64',
    access: 'staff',
    params: z.object({ id: IdParam }),
    data: z.object({ name: z.string(), type: z.string(), content: z.base64() }),
    refusals: { not_found: 404 },
  },
});
