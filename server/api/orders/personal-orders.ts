import type { SiteTx } from '#server/api/database/site-transaction.ts';
import { anonymiseCodeUses } from '#server/api/discounts/discounts-repository.ts';
import { anonymiseMailsOfOrders } from '#server/api/mail/order-mail-records.ts';
import type { PaymentProviders } from '#server/api/payments/payment-providers.ts';
import type { Lang } from '#shared/languages.ts';
import { resolveLocalized } from '#shared/localized.ts';
import type { OrderDetail } from '#shared/orders/orders-contract.ts';
import { anonymiseOrders } from './order-changes-repository.ts';
import { readCustomerOrders } from './order-reading-repository.ts';
import { readOrderDetails } from './read-orders.ts';

/** The orders of a customer for the export of personal data. */
export async function exportOrders(
  tx: SiteTx,
  userId: number,
  lang: Lang,
  payments: PaymentProviders,
): Promise<OrderDetail[]> {
  const rows = await readCustomerOrders(tx, userId);
  return readOrderDetails(tx, rows, { lang, pickLanguage: (text) => resolveLocalized(text, lang, lang), payments });
}

/**
 * Removes a deleted account from its orders, their mails and its uses of codes.
 * @returns ids and e-mail addresses of the orders, as they were before.
 */
export async function anonymiseCustomerOrders(tx: SiteTx, userId: number): Promise<{ id: number; email: string }[]> {
  const anonymised = await anonymiseOrders(tx, userId);
  await anonymiseCodeUses(tx, userId);
  await anonymiseMailsOfOrders(tx, anonymised);
  return anonymised;
}
