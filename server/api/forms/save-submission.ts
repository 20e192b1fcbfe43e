import { createHash } from 'node:crypto';
import type { PickLocalizedText } from '#server/api/contract/contract-route.ts';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import { queueMail } from '#server/api/mail/queue-mail.ts';
import { queueMailLimitReachedMail } from '#server/api/mail/queue-mail-limit-reached-mail.ts';
import { requestFormSubscription } from '#server/api/newsletter/newsletter.ts';
import type { SiteRecord } from '#server/api/tenancy/site-registry.ts';
import type { FormField } from '#shared/forms/form-field.ts';
import type { LabelledFormAnswer } from '#shared/forms/forms-contract.ts';
import { type FormAnswers, getAnswersToField, listVisibleFields } from '#shared/forms/visible-fields.ts';
import type { Lang } from '#shared/languages.ts';
import { type Localized, resolveLocalized } from '#shared/localized.ts';
import { createFormAcknowledgementMail, createFormNoticeMail } from './form-mails.ts';
import { insertSubmissionUnlessStored } from './forms-repository.ts';
import type { ReceivedSubmission, UploadedFile } from './parse-submission-request.ts';
import { type StoredForm, toForm } from './stored-form.ts';

/** The kind of mail that the estate receives about a submission. */
export type EstateSubmissionNoticeKind = 'answers' | 'overflow' | 'none';

/** A ticked consent field that subscribes to a newsletter, with its label. */
export interface NewsletterConsent {
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
export function getSenderEmailOrEmpty(fields: readonly FormField[], answers: FormAnswers): string {
  const field = listVisibleFields(fields, answers).find(({ type }) => type === 'email');
  return (field && getAnswersToField(answers, field.name)[0]) ?? '';
}

/**
 * Stores a checked submission and queues its mails. Identical answers with the same ticket, or without one on the same
 * day in UTC, are stored once.
 */
export async function saveSubmission(tx: SiteTx, submission: NewSubmission): Promise<void> {
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
