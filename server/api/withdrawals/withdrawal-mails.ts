import { containsPossibleLink } from '#server/api/mail/contains-possible-link.ts';
import { createMailTexts } from '#server/api/mail/mail-texts.ts';
import type { MailBlock, OutgoingMail } from '#server/api/mail/outgoing-mail.ts';
import type { OrderRow } from '#server/api/orders/order-reading-repository.ts';
import { isGuestOrder } from '#server/api/orders/order-tokens.ts';
import type { Lang } from '#shared/languages.ts';

export interface WithdrawalDeclaration {
  name: string;
  email: string;
  orderNumber: string;
  message: string;
  /** The sentence that the customer has confirmed. */
  statement: string;
  receivedAt: Date;
}

interface MailContext {
  lang: Lang;
  timeZone: string;
}

/** Formats the time of receipt with seconds and time zone, because it is evidence. */
function formatReceipt(receivedAt: Date, { lang, timeZone }: MailContext): string {
  const { t, date } = createMailTexts(lang, timeZone);
  const iso = receivedAt.toISOString();
  const time = date(iso, { hour: '2-digit', minute: '2-digit', second: '2-digit', timeZoneName: 'short' });
  return t('withdrawals.moment', { date: date(iso, { dateStyle: 'full' }), time, zone: timeZone });
}

/** Creates the blocks that repeat the declaration verbatim, without the typed texts that `isShown` rejects. */
function declarationBlocks(
  { name, email, message, statement, receivedAt }: WithdrawalDeclaration,
  { number }: OrderRow,
  context: MailContext,
  isShown: (entered: string) => boolean = () => true,
): MailBlock[] {
  const { t } = createMailTexts(context.lang, context.timeZone);
  const rows: [string, string][] = [
    ...(isShown(name) ? [[t('withdrawals.name'), name] satisfies [string, string]] : []),
    [t('withdrawals.email'), email],
    [t('withdrawals.number'), number],
  ];
  if (message !== '' && isShown(message)) rows.push([t('withdrawals.message'), message]);
  rows.push([t('withdrawals.received'), formatReceipt(receivedAt, context)]);
  return [...(isShown(statement) ? [{ kind: 'text', text: statement } as const] : []), { kind: 'facts', rows }];
}

/**
 * Creates the acknowledgement of receipt on a durable medium that article L221-21 of the Consumer Code requires. For a
 * guest order it omits texts that mail programs turn into links, because a stranger may have placed the order with this
 * email address and know its number.
 */
export function createWithdrawalAcknowledgementMail(
  declaration: WithdrawalDeclaration,
  order: OrderRow,
  context: MailContext,
): OutgoingMail {
  const { t } = createMailTexts(context.lang, context.timeZone);
  const receipt = formatReceipt(declaration.receivedAt, context);
  const isGuest = isGuestOrder(order);
  const greeting = isGuest ? t('accounts.hello-stranger') : t('orders.state.hello', { name: declaration.name });
  return {
    kind: 'withdrawal-acknowledgement',
    to: declaration.email,
    lang: context.lang,
    orderId: order.id,
    subject: t('withdrawals.subject', { number: order.number }),
    blocks: [
      { kind: 'text', text: greeting },
      { kind: 'text', text: t('withdrawals.text', { moment: receipt }) },
      ...declarationBlocks(declaration, order, context, (entered) => !isGuest || !containsPossibleLink(entered)),
      { kind: 'text', text: t('withdrawals.next') },
    ],
  };
}

/** Creates the mail that notifies the estate of a withdrawal. Replies go to the customer. */
export function createEstateWithdrawalNoticeMail(
  declaration: WithdrawalDeclaration,
  order: OrderRow,
  context: MailContext,
): OutgoingMail {
  const { t } = createMailTexts(context.lang, context.timeZone);
  return {
    kind: 'withdrawal-notice',
    to: 'estate',
    lang: context.lang,
    orderId: order.id,
    replyTo: declaration.email,
    subject: t('withdrawals.notice.subject', { number: order.number }),
    blocks: [{ kind: 'text', text: t('withdrawals.notice.known') }, ...declarationBlocks(declaration, order, context)],
  };
}

/**
 * Creates the reply to a declaration that matches no order. It confirms only the time of receipt, and asks for the
 * order's number in a reply.
 */
export function createUnmatchedWithdrawalReplyMail(
  email: string,
  receivedAt: Date,
  context: MailContext,
): OutgoingMail {
  const { t } = createMailTexts(context.lang, context.timeZone);
  return {
    kind: 'withdrawal-unmatched',
    to: email,
    lang: context.lang,
    subject: t('withdrawals.unmatched.subject'),
    blocks: [
      { kind: 'text', text: t('accounts.hello-stranger') },
      { kind: 'text', text: t('withdrawals.unmatched.text', { moment: formatReceipt(receivedAt, context) }) },
      { kind: 'text', text: t('withdrawals.unmatched.reply') },
      { kind: 'note', text: t('withdrawals.unmatched.stranger') },
    ],
  };
}

/** Creates the mail that informs the estate under which id a declaration without an order is stored. */
export function createEstateUnmatchedWithdrawalMail(id: number, receivedAt: Date, context: MailContext): OutgoingMail {
  const { t } = createMailTexts(context.lang, context.timeZone);
  return {
    kind: 'withdrawal-notice',
    to: 'estate',
    lang: context.lang,
    subject: t('withdrawals.unmatched.notice.subject', { id }),
    blocks: [
      {
        kind: 'text',
        text: t('withdrawals.unmatched.notice', { id, moment: formatReceipt(receivedAt, context) }),
      },
    ],
  };
}
