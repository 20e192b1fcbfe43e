import type { SiteTx } from '#server/api/database/site-transaction.ts';
import { assignGuestOrdersToAccount } from '#server/api/orders/order-changes-repository.ts';
import { revokeAccessTokensOfOrders } from '#server/api/orders/order-tokens.ts';

/**
 * Moves the guest orders of a verified email address to its account. The secret links to them are revoked, so that from
 * then on only the account gives access.
 */
export async function moveGuestOrdersToAccount(tx: SiteTx, userId: number, emailKey: string): Promise<void> {
  const adopted = await assignGuestOrdersToAccount(tx, userId, emailKey);
  if (adopted.length > 0) await revokeAccessTokensOfOrders(tx, adopted);
}
