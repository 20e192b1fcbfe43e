import { mailTexts } from '#server/api/mail/mail-texts.ts';
import type { MailBlock, OutgoingMail } from '#server/api/mail/outgoing-mail.ts';
import type { Lang } from '#shared/languages.ts';

/** A declaration of withdrawal, as it was received. */
export interface WithdrawalDeclaration {
  name: string;
  email: string;
  orderNumber: string;
  message: string;
  receivedAt: Date;
  /** null where number and address belong to no order. */
  orderId: number | null;
}

/** In a language, at the clocks of the estate; seconds and the zone's name leave no doubt when it was. */
function formatReceipt(receivedAt: Date, lang: Lang, timeZone: string): string {
  const { t, date } = mailTexts(lang, timeZone);
  const iso = receivedAt.toISOString();
  const time = date(iso, { hour: '2-digit', minute: '2-digit', second: '2-digit', timeZoneName: 'short' });
  return t('ordering.withdrawal.moment', { date: date(iso, { dateStyle: 'full' }), time, zone: timeZone });
}

/** What was declared, word for word. */
function statement(
  { name, email, orderNumber, message, receivedAt }: WithdrawalDeclaration,
  lang: Lang,
  timeZone: string,
) {
  const { t } = mailTexts(lang, timeZone);
  const rows: [string, string][] = [
    [t('ordering.withdrawal.name'), name],
    [t('ordering.withdrawal.email'), email],
    [t('ordering.withdrawal.number'), orderNumber],
  ];
  if (message !== '') rows.push([t('ordering.withdrawal.message'), message]);
  rows.push([t('ordering.withdrawal.received'), formatReceipt(receivedAt, lang, timeZone)]);
  return [
    { kind: 'text', text: t('ordering.withdrawal.statement') },
    { kind: 'facts', rows },
  ] satisfies MailBlock[];
}

/** The acknowledgement that the law asks for: what was declared, and when it was received. */
export function withdrawalAcknowledgement(declared: WithdrawalDeclaration, lang: Lang, timeZone: string): OutgoingMail {
  const { t } = mailTexts(lang, timeZone);
  const moment = formatReceipt(declared.receivedAt, lang, timeZone);
  return {
    kind: 'withdrawal-acknowledgement',
    to: declared.email,
    lang,
    ...(declared.orderId !== null && { orderId: declared.orderId }),
    subject: t('ordering.withdrawal.subject', { number: declared.orderNumber }),
    blocks: [
      { kind: 'text', text: t('ordering.state.hello', { name: declared.name }) },
      { kind: 'text', text: t('ordering.withdrawal.text', { moment }) },
      ...statement(declared, lang, timeZone),
      { kind: 'text', text: t('ordering.withdrawal.next') },
    ],
  };
}

/** The estate is told, and whether it knows such an order. An answer goes to the customer. */
export function withdrawalNotice(declared: WithdrawalDeclaration, lang: Lang, timeZone: string): OutgoingMail {
  const { t } = mailTexts(lang, timeZone);
  const isKnown = declared.orderId !== null;
  return {
    kind: 'withdrawal-notice',
    to: 'estate',
    lang,
    ...(declared.orderId !== null && { orderId: declared.orderId }),
    replyTo: declared.email,
    subject: t('ordering.withdrawal.notice.subject', { number: declared.orderNumber }),
    blocks: [
      { kind: 'text', text: t(`ordering.withdrawal.notice.${isKnown ? 'known' : 'unknown'}`) },
      ...statement(declared, lang, timeZone),
    ],
  };
}
