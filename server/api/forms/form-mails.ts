import { createMailTexts, type MailBlock, type MailContent } from '#server/api/mail/mail-content.ts';
import type { LabelledFormAnswer } from '#shared/forms/forms-contract.ts';
import type { Lang } from '#shared/languages.ts';

/** Name of the attachment builder of the files that were sent with a form; its key is the id of the file. */
export const formFileAttachmentBuilderName = 'form-file';

interface NoticeInput {
  title: string;
  answers: readonly LabelledFormAnswer[];
  /** The email address of the sender; empty if none was given. */
  email: string;
  files: readonly { id: number; name: string }[];
  recipient: string | null;
  lang: Lang;
  timeZone: string;
}

/** Answers of at least this length in characters, or with line breaks, get a separate heading. */
const minLongTextLength = 120;

function answerBlocks(answers: readonly LabelledFormAnswer[]): MailBlock[] {
  const texts = answers.map(({ label, answers: given }) => ({ label, text: given.join('\n') }));
  const isLong = (text: string) => text.length >= minLongTextLength || text.includes('\n');
  const short = texts.filter(({ text }) => !isLong(text));
  const rows = short.map(({ label, text }) => [label, text] as const);
  return [
    ...(rows.length > 0 ? [{ kind: 'facts', rows } as const] : []),
    ...texts
      .filter(({ text }) => isLong(text))
      .flatMap(({ label, text }): MailBlock[] => [
        { kind: 'heading', text: label },
        { kind: 'text', text },
      ]),
  ];
}

/** Creates the mail that sends the answers to the estate. Replies to the mail go to the sender of the form. */
export function createFormNoticeMail({
  title,
  answers,
  email,
  files,
  recipient,
  lang,
  timeZone,
}: NoticeInput): MailContent {
  const { t } = createMailTexts(lang, timeZone);
  return {
    kind: 'form-notice',
    to: recipient ?? 'estate',
    lang,
    ...(email !== '' && { replyTo: email }),
    subject: t('forms.notice.subject', { form: title }),
    // Answers are erased earlier than mails, so the content is removed from the table of mails once the mail is sent.
    isSecret: true,
    blocks: [
      { kind: 'text', text: t('forms.notice.text', { form: title }) },
      ...answerBlocks(answers),
      ...(email === '' ? [] : [{ kind: 'note', text: t('forms.notice.reply') } as const]),
    ],
    attachments: files.map(({ id, name }) => ({
      filename: name,
      builder: formFileAttachmentBuilderName,
      key: String(id),
    })),
  };
}

interface ReplyInput {
  title: string;
  email: string;
  receivedAt: Date;
  subject: string;
  text: string;
  lang: Lang;
  timeZone: string;
}

/**
 * Creates the mail with the reply of staff to the sender of a form. It repeats nothing that was typed into the form.
 */
export function createFormReplyMail({
  title,
  email,
  receivedAt,
  subject,
  text,
  lang,
  timeZone,
}: ReplyInput): MailContent {
  const { t, date } = createMailTexts(lang, timeZone);
  const day = date(receivedAt.toISOString(), { dateStyle: 'long' });
  return {
    kind: 'form-reply',
    to: email,
    lang,
    subject,
    // The reply is erased together with the submission, so its text is removed from the table of mails once the mail is
    // sent.
    isSecret: true,
    blocks: [
      ...text.split(/\n{2,}/).map((paragraph) => ({ kind: 'text', text: paragraph }) as const),
      { kind: 'note', text: t('forms.reply.note', { form: title, date: day }) },
    ],
  };
}

interface AcknowledgementInput {
  title: string;
  email: string;
  lang: Lang;
  timeZone: string;
  estate: string;
  origin: string;
}

/**
 * Creates the mail that confirms the receipt of a form. It repeats nothing that was typed, because a stranger may have
 * given this email address.
 */
export function createFormAcknowledgementMail({
  title,
  email,
  lang,
  timeZone,
  estate,
  origin,
}: AcknowledgementInput): MailContent {
  const { t } = createMailTexts(lang, timeZone);
  return {
    kind: 'form-acknowledgement',
    to: email,
    lang,
    origin,
    subject: t('forms.received.subject', { estate }),
    blocks: [
      { kind: 'text', text: t('accounts.hello-stranger') },
      { kind: 'text', text: t('forms.received.text', { estate, form: title }) },
      { kind: 'note', text: t('forms.received.stranger') },
    ],
  };
}
