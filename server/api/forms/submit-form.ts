import type { FastifyBaseLogger } from 'fastify';
import type { PickLocalizedText } from '#server/api/contract/contract-route.ts';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import type { RateLimitName } from '#server/api/limits/rate-limiter.ts';
import type { CheckProofOfWork } from '#server/api/site/site.ts';
import type { SiteRecord } from '#server/api/tenancy/site-registry.ts';
import { normalizeEmail } from '#shared/email.ts';
import { checkAnswers } from '#shared/forms/check-answers.ts';
import type { FormField } from '#shared/forms/form-field.ts';
import { type FormAnswers, getAnswersToField, listVisibleFields } from '#shared/forms/visible-fields.ts';
import type { Lang } from '#shared/languages.ts';
import { type Outcome, ok, type RefusedOutcome, refuse } from '#shared/outcome.ts';
import { normalizePhone } from '#shared/phone.ts';
import { toLocalDay } from '#shared/places/local-time.ts';
import { describeAnswerErrors } from './describe-answer-errors.ts';
import { maxStoredFormFileBytesPerSite, readFormFilesTotalBytes } from './form-file-bytes.ts';
import { groupSubmissionByField, type ReceivedSubmission } from './parse-submission-request.ts';
import {
  type EstateSubmissionNoticeKind,
  getSenderEmailOrEmpty,
  type NewsletterConsent,
  saveSubmission,
} from './save-submission.ts';
import { type StoredForm, toForm } from './stored-form.ts';
import { minFillSeconds, type SubmissionTicketSigner } from './submission-ticket-signer.ts';

export interface SubmitContext {
  site: SiteRecord;
  lang: Lang;
  /** Scheme and host of the links in mails. */
  origin: string;
  ipAddress: string;
  now: number;
  log: Pick<FastifyBaseLogger, 'info' | 'warn'>;
  tickets: SubmissionTicketSigner;
  checkProofOfWork: CheckProofOfWork;
  pickLanguage: PickLocalizedText;
  withSiteTransaction<T>(work: (tx: SiteTx) => Promise<T>): Promise<T>;
  /** Counts an attempt; returns the refusal if none was left. */
  countAttempt(limit: RateLimitName, subject: string): Promise<RefusedOutcome<'too_many'> | null>;
}

export type SubmitOutcome = Outcome<
  Record<string, never>,
  'invalid_answers' | 'hidden_field_filled' | 'too_fast' | 'proof_invalid' | 'too_many'
>;

/** Name of a field that the page hides from visitors. Bots fill it in, and so do browsers and password managers. */
const honeypotField = 'website';

/** Checks a form, stores it once and mails it to the estate. */
export async function submitForm(
  form: StoredForm,
  request: ReceivedSubmission,
  context: SubmitContext,
): Promise<SubmitOutcome> {
  const { site, lang, now, log, ipAddress, countAttempt } = context;
  const { fields } = toForm(form, context.pickLanguage);
  const received = { ...request, answers: normalizeAnswers(fields, request.answers) };
  const checked = groupSubmissionByField(received);
  const errors = checkAnswers(fields, checked, toLocalDay(now, site.timeZone));
  if (errors.size > 0) return refuse('invalid_answers', { errors: describeAnswerErrors(errors, lang) });
  if (received.answers.get(honeypotField)?.some((text) => text !== '')) {
    log.info({ code: 'form_submission_refused', site: site.id, form: form.id, reason: 'honeypot' }, 'form refused');
    return refuse('hidden_field_filled');
  }
  const ticket = context.tickets.verify(site.id, received.answers.get('ticket')?.[0] ?? '', now);
  if (ticket && ticket.ageMs < minFillSeconds * 1_000) return refuse('too_fast');
  const tooManyUnsigned = ticket
    ? null
    : ((await countAttempt('form-unsigned-client', ipAddress)) ??
      (await countAttempt('form-unsigned-network', ipAddress)));
  const refusal =
    tooManyUnsigned ??
    (await context.checkProofOfWork({ siteId: site.id, ipAddress }, received.answers.get('altcha')?.[0]));
  if (refusal) return refusal;
  const email = getSenderEmailOrEmpty(fields, checked.answers);
  const full = await refuseFilesBeyondLimit(received, context);
  if (full) return full;
  // Once the limit of the recipient or the estate is reached, the answers are accepted without an acknowledgement mail.
  const isAcknowledged =
    email !== '' &&
    (await countAttempt('form-recipient', email)) === null &&
    (await countAttempt('form-acknowledgement-site', 'all')) === null;
  const notice = await chooseNotice(countAttempt);
  const newsletters = await chooseNewsletters(fields, checked.answers, email, countAttempt);
  await context.withSiteTransaction((tx) =>
    saveSubmission(tx, {
      form,
      fields,
      received,
      email,
      isAcknowledged,
      notice,
      newsletters,
      ipAddress,
      nonce: ticket?.nonce ?? null,
      site,
      lang,
      now,
      origin: context.origin,
    }),
  );
  return ok({});
}

/** Folds email addresses and telephone numbers, which are often pasted. */
function normalizeAnswers(fields: readonly FormField[], answers: ReceivedSubmission['answers']) {
  const types = new Map(fields.map(({ name, type }) => [name, type]));
  return new Map(
    [...answers].map(([name, texts]) => {
      const type = types.get(name);
      if (type === 'email') return [name, texts.map(normalizeEmail)];
      return [name, type === 'phone' ? texts.map(normalizePhone) : texts];
    }),
  );
}

/**
 * Chooses the mail to the estate: the answers, or above the limit at most one mail an hour saying that answers are
 * stored without a mail.
 */
async function chooseNotice(countAttempt: SubmitContext['countAttempt']): Promise<EstateSubmissionNoticeKind> {
  if ((await countAttempt('form-notice-site', 'all')) === null) return 'answers';
  return (await countAttempt('form-overflow-site', 'all')) === null ? 'overflow' : 'none';
}

/**
 * Refuses files that would exceed the site's storage limit, as an error of their fields. The visitor can then send the
 * same form without the files.
 */
async function refuseFilesBeyondLimit(
  { files }: ReceivedSubmission,
  { site, lang, log, withSiteTransaction }: SubmitContext,
): Promise<RefusedOutcome<'invalid_answers'> | null> {
  if (files.length === 0) return null;
  const bytes = files.reduce((total, { size }) => total + size, 0);
  if ((await withSiteTransaction(readFormFilesTotalBytes)) + bytes <= maxStoredFormFileBytesPerSite) return null;
  log.warn({ code: 'form_storage_full', site: site.id, bytes }, 'form storage full');
  const errors = new Map(files.map(({ field }) => [field, { code: 'file-storage' as const }]));
  return refuse('invalid_answers', { errors: describeAnswerErrors(errors, lang) });
}

/**
 * Lists the ticked consent fields that subscribe to a newsletter. Above the recipient's limit, the form is stored
 * without subscribing.
 */
async function chooseNewsletters(
  fields: readonly FormField[],
  answers: FormAnswers,
  email: string,
  countAttempt: SubmitContext['countAttempt'],
): Promise<NewsletterConsent[]> {
  if (email === '') return [];
  const chosen = listVisibleFields(fields, answers).flatMap((field) =>
    field.type === 'consent' && field.newsletterList !== undefined && getAnswersToField(answers, field.name).length > 0
      ? [{ listId: field.newsletterList, sentence: field.label }]
      : [],
  );
  const allowed: NewsletterConsent[] = [];
  for (const consent of chosen) if ((await countAttempt('mail-recipient', email)) === null) allowed.push(consent);
  return allowed;
}
