import { mailTexts } from '#server/api/mail/mail-texts.ts';
import type { MailBlock, OutgoingMail } from '#server/api/mail/outgoing-mail.ts';
import type { Lang } from '#shared/languages.ts';

export interface WithdrawalDeclaration {
  name: string;
  email: string;
  orderNumber: string;
  message: string;
  receivedAt: Date;
  /** null where order number and e-mail address match no order. */
  orderId: number | null;
}

/** The time of receipt with seconds and time zone, because it is evidence. */
function formatReceipt(receivedAt: Date, lang: Lang, timeZone: string): string {
  const { t, date } = mailTexts(lang, timeZone);
  const iso = receivedAt.toISOString();
  const time = date(iso, { hour: '2-digit', minute: '2-digit', second: '2-digit', timeZoneName: 'short' });
  return t('withdrawals.moment', { date: date(iso, { dateStyle: 'full' }), time, zone: timeZone });
}

/** Repeats the declaration of withdrawal word for word. */
function declarationBlocks(
  { name, email, orderNumber, message, receivedAt }: WithdrawalDeclaration,
  lang: Lang,
  timeZone: string,
) {
  const { t } = mailTexts(lang, timeZone);
  const rows: [string, string][] = [
    [t('withdrawals.name'), name],
    [t('withdrawals.email'), email],
    [t('withdrawals.number'), orderNumber],
  ];
  if (message !== '') rows.push([t('withdrawals.message'), message]);
  rows.push([t('withdrawals.received'), formatReceipt(receivedAt, lang, timeZone)]);
  return [
    { kind: 'text', text: t('withdrawals.statement') },
    { kind: 'facts', rows },
  ] satisfies MailBlock[];
}

/** The acknowledgement of receipt on a durable medium that the law requires: article L221-21 of the Consumer Code. */
export function withdrawalAcknowledgement(
  declaration: WithdrawalDeclaration,
  lang: Lang,
  timeZone: string,
): OutgoingMail {
  const { t } = mailTexts(lang, timeZone);
  const receipt = formatReceipt(declaration.receivedAt, lang, timeZone);
  return {
    kind: 'withdrawal-acknowledgement',
    to: declaration.email,
    lang,
    ...(declaration.orderId !== null && { orderId: declaration.orderId }),
    subject: t('withdrawals.subject', { number: declaration.orderNumber }),
    blocks: [
      { kind: 'text', text: t('orders.state.hello', { name: declaration.name }) },
      { kind: 'text', text: t('withdrawals.text', { moment: receipt }) },
      ...declarationBlocks(declaration, lang, timeZone),
      { kind: 'text', text: t('withdrawals.next') },
    ],
  };
}

/** Notifies the estate, and states whether the order exists. Replies go to the customer. */
export function withdrawalNotice(declaration: WithdrawalDeclaration, lang: Lang, timeZone: string): OutgoingMail {
  const { t } = mailTexts(lang, timeZone);
  const isKnown = declaration.orderId !== null;
  return {
    kind: 'withdrawal-notice',
    to: 'estate',
    lang,
    ...(declaration.orderId !== null && { orderId: declaration.orderId }),
    replyTo: declaration.email,
    subject: t('withdrawals.notice.subject', { number: declaration.orderNumber }),
    blocks: [
      { kind: 'text', text: t(`withdrawals.notice.${isKnown ? 'known' : 'unknown'}`) },
      ...declarationBlocks(declaration, lang, timeZone),
    ],
  };
}
