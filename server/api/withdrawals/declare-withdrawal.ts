import type { SiteTx } from '#server/api/database/site-transaction.ts';
import type { DailySiteTasks } from '#server/api/jobs/recurring.ts';
import { queueMail } from '#server/api/mail/queue-mail.ts';
import { findOrderByNumberAndEmail } from '#server/api/orders/order-reading-repository.ts';
import type { SiteRecord } from '#server/api/tenancy/site-directory.ts';
import type { Lang } from '#shared/languages.ts';
import {
  createEstateUnmatchedWithdrawalMail,
  createEstateWithdrawalNoticeMail,
  createUnmatchedWithdrawalReplyMail,
  createWithdrawalAcknowledgementMail,
  type WithdrawalDeclaration,
} from './withdrawal-mails.ts';
import { deleteOldUnmatchedWithdrawals, deleteOldWithdrawals, saveWithdrawal } from './withdrawals-repository.ts';

interface DeclarationContext {
  lang: Lang;
  site: SiteRecord;
  /** Origin of the links in mails. */
  origin: string;
}

/** Declarations that match no order are deleted after this period; docs/rules.md, "Withdrawal". */
const unmatchedRetentionMonths = 6;
/** The same period as for orders; docs/rules.md, "End of orders". */
const retentionYears = 11;

/**
 * Stores a declaration that matches an order and mails it to the customer and the estate.
 * @returns false if no order has this number and email address.
 */
export async function declareWithdrawalOfOrder(
  tx: SiteTx,
  declaration: WithdrawalDeclaration,
  { lang, site, origin }: DeclarationContext,
): Promise<boolean> {
  const order = await findOrderByNumberAndEmail(tx, declaration.orderNumber, declaration.email);
  if (!order) return false;
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

/** Stores a declaration that matches no order. Its mails repeat nothing that was typed, because it may be a stranger's. */
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

export const withdrawalsDailyTasks: DailySiteTasks = {
  'tidy-withdrawals': async (tx) => {
    const before = new Date();
    before.setUTCMonth(before.getUTCMonth() - unmatchedRetentionMonths);
    await deleteOldUnmatchedWithdrawals(tx, before);
    const beforeOrders = new Date();
    beforeOrders.setUTCFullYear(beforeOrders.getUTCFullYear() - retentionYears);
    await deleteOldWithdrawals(tx, beforeOrders);
  },
};
