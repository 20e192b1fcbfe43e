import { createHash } from 'node:crypto';
import { sum } from 'drizzle-orm';
import type { FastifyBaseLogger } from 'fastify';
import type { PickLocalizedText } from '#server/api/contract/contract-route.ts';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import type { RateLimitName } from '#server/api/limits/rate-limiter.ts';
import { queueMail, queueMailLimitReachedMail } from '#server/api/mail/queue-mail.ts';
import { requestFormSubscription } from '#server/api/newsletter/newsletter.ts';
import type { CheckProofOfWork } from '#server/api/site/site.ts';
import type { SiteRecord } from '#server/api/tenancy/site-registry.ts';
import { readTextsByLanguage } from '#server/read-texts.ts';
import { normalizeEmail } from '#shared/email.ts';
import { type AnswerError, type AnswerErrorCode, checkAnswers } from '#shared/forms/check-answers.ts';
import type { FormField } from '#shared/forms/form-field.ts';
import { formatAnswerError } from '#shared/forms/format-answer-error.ts';
import type { LabelledFormAnswer } from '#shared/forms/forms-contract.ts';
import { type FormAnswers, getAnswersToField, listVisibleFields } from '#shared/forms/visible-fields.ts';
import type { Lang } from '#shared/languages.ts';
import { type Localized, resolveLocalized } from '#shared/localized.ts';
import { type Outcome, ok, type RefusedOutcome, refuse } from '#shared/outcome.ts';
import { normalizePhone } from '#shared/phone.ts';
import { toLocalDay } from '#shared/places/local-time.ts';
import type { ErrorMessageByField } from '#shared/response-envelope.ts';
import type english from '#shared/texts/en/forms.json';
import { createTexts } from '#shared/texts.ts';
import { createFormAcknowledgementMail, createFormNoticeMail } from './form-mails.ts';
import { type StoredForm, toForm } from './forms-repository.ts';
import { formFiles, formSubmissions } from './forms-tables.ts';
import { groupSubmissionByField, type ReceivedSubmission, type UploadedFile } from './parse-submission-request.ts';
import { minFillSeconds, type SubmissionTicketSigner } from './submission-ticket-signer.ts';

type NewFile = Omit<typeof formFiles.$inferInsert, 'siteId' | 'id' | 'submissionId'>;

/** Inserts a submission with its files, and returns their ids; null if its `contentHash` is stored already. */
async function insertSubmissionUnlessStored(
  tx: SiteTx,
  submission: typeof formSubmissions.$inferInsert,
  files: readonly NewFile[],
): Promise<{ id: number; fileIds: number[] } | null> {
  const [row] = await tx
    .insert(formSubmissions)
    .values(submission)
    .onConflictDoNothing()
    .returning({ id: formSubmissions.id });
  if (!row) return null;
  const fileIds: number[] = [];
  for (const file of files) {
    const [inserted] = await tx
      .insert(formFiles)
      .values({ ...file, submissionId: row.id })
      .returning({ id: formFiles.id });
    if (inserted) fileIds.push(inserted.id);
  }
  return { id: row.id, fileIds };
}

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

type SubmitOutcome = Outcome<
  Record<string, never>,
  'invalid_answers' | 'hidden_field_filled' | 'too_fast' | 'proof_invalid' | 'too_many'
>;

/** Name of a field that the page hides from visitors. Bots fill it in, and so do browsers and password managers. */
const honeypotField = 'website';

type FormText = keyof typeof english;

const errorCodes: Record<AnswerErrorCode, true> = {
  required: true,
  consent: true,
  long: true,
  email: true,
  phone: true,
  number: true,
  whole: true,
  min: true,
  max: true,
  date: true,
  from: true,
  until: true,
  choice: true,
  files: true,
  'file-size': true,
  'file-type': true,
  'file-storage': true,
};

const keys = Object.keys(errorCodes).map((code) => `error.${code}` as FormText);
const texts = readTextsByLanguage<FormText, string>('forms', keys);

/** Describes the errors of answers with the same sentences that the page shows. */
function describeAnswerErrors(errors: ReadonlyMap<string, AnswerError>, lang: Lang): ErrorMessageByField {
  const { t, date } = createTexts(lang, (key: FormText) => texts[lang][key], 'UTC');
  return Object.fromEntries(
    [...errors].map(([name, error]) => [name, formatAnswerError(error, (key, values) => t(key, values), date)]),
  );
}

type EstateSubmissionNoticeKind = 'answers' | 'overflow' | 'none';

/** A ticked consent field that subscribes to a newsletter, with its label. */
interface NewsletterConsent {
  listId: number;
  sentence: string;
}

interface NewSubmission {
  form: StoredForm;
  /** The fields of the form in the sender's language. */
  fields: readonly FormField[];
  received: ReceivedSubmission;
  email: string;
  isAcknowledged: boolean;
  notice: EstateSubmissionNoticeKind;
  newsletters: readonly NewsletterConsent[];
  ipAddress: string;
  /** The nonce of the signed ticket with which the form was sent; null for a form without a ticket. */
  nonce: string | null;
  site: SiteRecord;
  lang: Lang;
  now: number;
  origin: string;
}

/** Returns the answer to the first email field that is shown; empty if there is none. */
function getSenderEmailOrEmpty(fields: readonly FormField[], answers: FormAnswers): string {
  const field = listVisibleFields(fields, answers).find(({ type }) => type === 'email');
  return (field && getAnswersToField(answers, field.name)[0]) ?? '';
}

/**
 * Stores a checked submission and queues its mails. Identical answers with the same ticket, or without one on the same
 * day in UTC, are stored once.
 */
async function saveSubmission(tx: SiteTx, submission: NewSubmission): Promise<void> {
  const { form, fields, received, email, site, lang, now, nonce } = submission;
  const answers = Object.fromEntries(received.answers);
  const shown = listVisibleFields(fields, answers);
  const files = received.files.filter(({ field }) => shown.some(({ type, name }) => type === 'file' && name === field));
  const pickSenderLanguage = (text: Localized) => resolveLocalized(text, lang, site.defaultLang);
  const stored = await insertSubmissionUnlessStored(
    tx,
    {
      formId: form.id,
      formTitle: pickSenderLanguage(form.title),
      lang,
      emailKey: email.toLowerCase(),
      answers: toFormAnswers(shown, answers),
      contentHash: hashContent(form.id, shown, answers, files, nonce ?? new Date(now).toISOString().slice(0, 10)),
      receivedAt: new Date(now),
      erasedAfter: new Date(now + form.retentionDays * 86_400_000),
    },
    files.map(({ size, ...file }) => ({ ...file, bytes: size })),
  );
  if (!stored) return;
  const storedFiles = stored.fileIds.map((id, index) => ({ id, name: files[index]?.name ?? '' }));
  await queueMails(tx, submission, answers, storedFiles);
  await requestSubscriptions(tx, submission);
}

async function requestSubscriptions(
  tx: SiteTx,
  { form, email, newsletters, ipAddress, site, lang, origin }: NewSubmission,
): Promise<void> {
  const pickLanguage: PickLocalizedText = (text) => resolveLocalized(text, lang, site.defaultLang);
  for (const { listId, sentence } of newsletters)
    await requestFormSubscription(tx, { lang, origin }, pickLanguage, {
      email,
      formId: form.id ?? 0,
      listId,
      sentence,
      ipAddress,
    });
}

async function queueMails(
  tx: SiteTx,
  { form, email, isAcknowledged, notice, site, lang, origin }: NewSubmission,
  answers: FormAnswers,
  files: readonly { id: number; name: string }[],
): Promise<void> {
  const { timeZone, defaultLang } = site;
  // The estate reads labels and choices in its own language.
  const ofEstate = toForm(form, (text) => resolveLocalized(text, defaultLang, defaultLang));
  if (notice === 'overflow') await queueMailLimitReachedMail(tx, 'forms', { lang: defaultLang, timeZone });
  if (notice === 'answers')
    await queueMail(
      tx,
      createFormNoticeMail({
        title: ofEstate.title,
        email,
        files,
        recipient: form.recipient,
        lang: defaultLang,
        timeZone,
        answers: toFormAnswers(listVisibleFields(ofEstate.fields, answers), answers),
      }),
    );
  if (isAcknowledged) {
    const title = resolveLocalized(form.title, lang, defaultLang);
    await queueMail(tx, createFormAcknowledgementMail({ title, email, lang, timeZone, estate: site.name, origin }));
  }
}

/** Lists the answers that were given, with the labels of fields and options. Files are listed separately. */
function toFormAnswers(fields: readonly FormField[], answers: FormAnswers): LabelledFormAnswer[] {
  return fields.flatMap((field) => {
    const given = getAnswersToField(answers, field.name);
    if (field.type === 'file' || given.length === 0) return [];
    const labels = 'options' in field ? new Map(field.options.map(({ value, label }) => [value, label])) : null;
    const shownAnswers = field.type === 'consent' ? ['✓'] : given.map((answer) => labels?.get(answer) ?? answer);
    // A second value for a field with one answer is ignored, as in the validation.
    return [
      {
        name: field.name,
        label: field.label,
        answers: field.type === 'choices' ? shownAnswers : shownAnswers.slice(0, 1),
      },
    ];
  });
}

function hashContent(
  formId: number | null,
  fields: readonly FormField[],
  answers: FormAnswers,
  files: readonly UploadedFile[],
  scope: string,
): string {
  const hash = createHash('sha256');
  const given = fields.map(({ name }) => [name, getAnswersToField(answers, name)]);
  hash.update(JSON.stringify([scope, formId, given, files.map(({ field, name, size }) => [field, name, size])]));
  for (const { content } of files) hash.update(content);
  return hash.digest('hex');
}

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
 * Maximum size in bytes of all files of forms that a site stores. Simultaneous submissions can exceed the limit by
 * their own size.
 */
export const maxFormFileBytes = 512 * 2 ** 20;

async function readFormFilesTotalBytes(tx: SiteTx): Promise<number> {
  const [row] = await tx.select({ bytes: sum(formFiles.bytes).mapWith(Number) }).from(formFiles);
  return row?.bytes ?? 0;
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
  if ((await withSiteTransaction(readFormFilesTotalBytes)) + bytes <= maxFormFileBytes) return null;
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
