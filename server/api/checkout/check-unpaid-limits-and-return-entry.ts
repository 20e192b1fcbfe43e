import type { CheckoutCustomer } from '#server/api/accounts/accounts.ts';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import {
  lockAndCheckUnpaidOrderLimits,
  readUnpaidOrderRules,
  type UnpaidOrderLimitKeysAndBottles,
} from '#server/api/orders/unpaid-order-limits.ts';
import { computeRequiredManagedStock } from '#shared/catalogue/required-stock.ts';
import type { UnpaidOrderRules } from '#shared/orders/unpaid-orders.ts';
import { type Outcome, ok } from '#shared/outcome.ts';
import type { PlaceOrderCall } from './order-call.ts';
import type { PreparedOrder } from './prepare-order.ts';

export interface UnpaidOrderEntryAndRules {
  /**
   * The hashed keys of the customer under which the order counts as unpaid, and its bottles; null for an order that
   * staff enter, which does not count towards the limits.
   */
  unpaidOrder: UnpaidOrderLimitKeysAndBottles | null;
  rules: UnpaidOrderRules;
}

/** Refuses a new order that exceeds the customer's limits for unpaid orders (docs/rules.md, "Unpaid orders"). */
export async function checkUnpaidLimitsAndReturnEntry(
  tx: SiteTx,
  { userId, network, staffOrder }: PlaceOrderCall,
  { email }: CheckoutCustomer,
  { lines, sellable, billingAddress, delivery }: PreparedOrder,
): Promise<Outcome<UnpaidOrderEntryAndRules, 'too_many_unpaid'>> {
  const rules = await readUnpaidOrderRules(tx);
  if (staffOrder) return ok({ unpaidOrder: null, rules });
  const held = computeRequiredManagedStock(lines, sellable.stock);
  const bottles = [...held.values()].reduce((sum, quantity) => sum + quantity, 0);
  const addresses = delivery.address ? [billingAddress, delivery.address] : [billingAddress];
  const checked = await lockAndCheckUnpaidOrderLimits(tx, { userId, email, addresses, network }, bottles, rules);
  return checked.ok ? ok({ unpaidOrder: checked.value, rules }) : checked;
}
