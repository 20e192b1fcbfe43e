import type { SiteTx } from '#server/api/database/site-transaction.ts';
import type { PaymentProviders } from '#server/api/payments/payment-providers.ts';
import type { Lang } from '#shared/languages.ts';
import { resolveLocalized } from '#shared/localized.ts';
import type { OrderDetail } from '#shared/orders/orders-contract.ts';
import { anonymiseOrderRecords } from './anonymise-order-records.ts';
import { moveGuestOrdersToAccount } from './guest-orders.ts';
import { deleteIdempotentRequestsOf, readClosedOrdersOfAccount } from './order-changes-repository.ts';
import { readCustomerOrders } from './order-reading-repository.ts';
import { readOrderDetails } from './read-orders.ts';

/** Reads all orders of a customer, including guest orders, for the export of personal data. */
export async function exportCustomerOrders(
  tx: SiteTx,
  { userId, emailKey }: { userId: number; emailKey: string },
  lang: Lang,
  payments: PaymentProviders,
): Promise<OrderDetail[]> {
  await moveGuestOrdersToAccount(tx, userId, emailKey);
  const rows = await readCustomerOrders(tx, userId);
  return readOrderDetails(tx, rows, { lang, pickLanguage: (text) => resolveLocalized(text, lang, lang), payments });
}

/**
 * Anonymises the closed orders of a deleted account, including its guest orders. Open orders keep the contact data that
 * their delivery needs; `guest-orders.ts` erases it later.
 * @returns The ids of the orders and their earlier email addresses.
 */
export async function anonymiseCustomerOrders(
  tx: SiteTx,
  userId: number,
  emailKey: string,
): Promise<{ id: number; email: string }[]> {
  await moveGuestOrdersToAccount(tx, userId, emailKey);
  const found = await readClosedOrdersOfAccount(tx, userId);
  await anonymiseOrderRecords(tx, found);
  await deleteIdempotentRequestsOf(tx, emailKey);
  return found;
}
