import type { SiteTx } from '#server/api/database/site-transaction.ts';
import {
  containsPossibleLink,
  createMailTexts,
  type MailBlock,
  type MailContent,
} from '#server/api/mail/mail-content.ts';
import { queueMail } from '#server/api/mail/queue-mail.ts';
import { findGuestOrder, type OrderRow } from '#server/api/orders/order-repository.ts';
import { isGuestOrder } from '#server/api/orders/order-tokens.ts';
import type { SiteRecord } from '#server/api/tenancy/site-registry.ts';
import type { Lang } from '#shared/languages.ts';
import { isDistanceSale } from '#shared/orders/order-channel.ts';
import { withdrawals } from './withdrawals-tables.ts';

async function saveWithdrawal(tx: SiteTx, declaration: typeof withdrawals.$inferInsert): Promise<number> {
  const [row] = await tx.insert(withdrawals).values(declaration).returning({ id: withdrawals.id });
  if (!row) throw new Error('withdrawal was not inserted');
  return row.id;
}

interface DeclarationContext {
  lang: Lang;
  site: SiteRecord;
  /** Origin of the links in mails, such as `https://domaine-a.fr`. */
  origin: string;
}

interface WithdrawalDeclaration {
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
function createWithdrawalAcknowledgementMail(
  declaration: WithdrawalDeclaration,
  order: OrderRow,
  context: MailContext,
): MailContent {
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
function createEstateWithdrawalNoticeMail(
  declaration: WithdrawalDeclaration,
  order: OrderRow,
  context: MailContext,
): MailContent {
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
function createUnmatchedWithdrawalReplyMail(email: string, receivedAt: Date, context: MailContext): MailContent {
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
function createEstateUnmatchedWithdrawalMail(id: number, receivedAt: Date, context: MailContext): MailContent {
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

/**
 * Stores a withdrawal declaration that matches an order, and mails it to the customer and the estate. An order that was
 * not placed at a distance has no right of withdrawal. A declaration about such an order is treated as one that matches
 * no order, so that the response does not reveal the order.
 * @returns False if no distance sale has this number and email address.
 */
export async function declareWithdrawalOfMatchingOrder(
  tx: SiteTx,
  declaration: WithdrawalDeclaration,
  { lang, site, origin }: DeclarationContext,
): Promise<boolean> {
  const order = await findGuestOrder(tx, declaration.orderNumber, declaration.email);
  if (!order || !isDistanceSale(order.channel)) return false;
  await saveWithdrawal(tx, { ...declaration, orderId: order.id });
  await queueMail(tx, {
    ...createWithdrawalAcknowledgementMail(declaration, order, { lang, timeZone: site.timeZone }),
    origin,
  });
  await queueMail(
    tx,
    createEstateWithdrawalNoticeMail(declaration, order, { lang: site.defaultLang, timeZone: site.timeZone }),
  );
  return true;
}

/**
 * Stores a withdrawal declaration that matches no order. The mails about it repeat nothing that was typed, because a
 * stranger may have entered another person's email address.
 */
export async function declareUnmatchedWithdrawal(
  tx: SiteTx,
  declaration: WithdrawalDeclaration,
  { lang, site, origin }: DeclarationContext,
  isNoticeSent: boolean,
): Promise<void> {
  const id = await saveWithdrawal(tx, { ...declaration, orderId: null });
  const { email, receivedAt } = declaration;
  await queueMail(tx, {
    ...createUnmatchedWithdrawalReplyMail(email, receivedAt, { lang, timeZone: site.timeZone }),
    origin,
  });
  if (isNoticeSent)
    await queueMail(
      tx,
      createEstateUnmatchedWithdrawalMail(id, receivedAt, { lang: site.defaultLang, timeZone: site.timeZone }),
    );
}
