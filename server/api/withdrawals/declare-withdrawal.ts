import type { SiteTx } from '#server/api/database/site-transaction.ts';
import { queueMail } from '#server/api/mail/queue-mail.ts';
import { findOrderByNumberAndEmail } from '#server/api/orders/order-reading-repository.ts';
import type { SiteRecord } from '#server/api/tenancy/site-registry.ts';
import type { Lang } from '#shared/languages.ts';
import { isDistanceSale } from '#shared/orders/order-channel.ts';
import {
  createEstateUnmatchedWithdrawalMail,
  createEstateWithdrawalNoticeMail,
  createUnmatchedWithdrawalReplyMail,
  createWithdrawalAcknowledgementMail,
  type WithdrawalDeclaration,
} from './withdrawal-mails.ts';
import { saveWithdrawal } from './withdrawals-repository.ts';

interface DeclarationContext {
  lang: Lang;
  site: SiteRecord;
  /** Origin of the links in mails, such as `https://domaine-a.fr`. */
  origin: string;
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
  const order = await findOrderByNumberAndEmail(tx, declaration.orderNumber, declaration.email);
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
