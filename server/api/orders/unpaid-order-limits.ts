import { createHash } from 'node:crypto';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import { readParametersByType } from '#server/api/site/site.ts';
import { foldText } from '#shared/fold-text.ts';
import type { StoredOrderAddress } from '#shared/orders/orders-contract.ts';
import {
  computeUnpaidLimitsPerNetwork,
  exceedsUnpaidOrderLimits,
  toUnpaidOrderRules,
  type UnpaidOrderLimits,
  type UnpaidOrderRules,
  unpaidOrderParameterKeys,
} from '#shared/orders/unpaid-orders.ts';
import { type Outcome, ok, refuse } from '#shared/outcome.ts';
import {
  hasCustomerPaidBefore,
  insertUnpaidOrderHolds,
  lockUnpaidOrderKeys,
  readUnpaidOrderHolds,
} from './unpaid-orders-repository.ts';

export const readUnpaidOrderRules = async (tx: SiteTx): Promise<UnpaidOrderRules> =>
  toUnpaidOrderRules(await readParametersByType(tx, unpaidOrderParameterKeys));

/** The customer of a new order, as far as it identifies further orders of the same person. */
export interface UnpaidOrderCustomer {
  /** null without an account. */
  userId: number | null;
  email: string;
  addresses: readonly StoredOrderAddress[];
  /** null if the client's network does not identify it. */
  network: string | null;
}

/** The open orders that count towards the limits of a new one. */
export interface UnpaidOrderHold {
  keys: string[];
  /** The bottles that the new order takes from the stock. */
  bottles: number;
}

/**
 * Refuses an order if its customer, by account, e-mail address, postal address or network, has too many unpaid ones. Locks
 * these keys, so that simultaneous orders are counted.
 */
export async function checkUnpaidOrders(
  tx: SiteTx,
  customer: UnpaidOrderCustomer,
  bottles: number,
  rules: UnpaidOrderRules,
): Promise<Outcome<UnpaidOrderHold, 'too_many_unpaid'>> {
  const personal = personalKeys(tx.siteId, customer);
  const network = customer.network === null ? [] : [hashOf(tx.siteId, 'network', customer.network)];
  const keys = [...personal, ...network];
  await lockUnpaidOrderKeys(tx, keys);
  const holds = await readUnpaidOrderHolds(tx, keys);
  const openOf = (key: string): UnpaidOrderLimits => holds.get(key) ?? { orders: 0, bottles: 0 };
  const isKnown = customer.userId !== null && (await hasCustomerPaidBefore(tx, customer.userId));
  const limit = isKnown ? rules.knownCustomer : rules.newCustomer;
  const isExceeded =
    personal.some((key) => exceedsUnpaidOrderLimits(openOf(key), bottles, limit)) ||
    network.some((key) => exceedsUnpaidOrderLimits(openOf(key), bottles, computeUnpaidLimitsPerNetwork(rules)));
  return isExceeded ? refuse('too_many_unpaid') : ok({ keys, bottles });
}

/** Counts a placed order until it is paid, prepared or cancelled, or until staff exempts it. */
export const saveUnpaidOrderHold = (tx: SiteTx, orderId: number, { keys, bottles }: UnpaidOrderHold): Promise<void> =>
  insertUnpaidOrderHolds(tx, orderId, keys, bottles);

function personalKeys(siteId: number, { userId, email, addresses }: UnpaidOrderCustomer): string[] {
  const keys = [
    ...(userId === null ? [] : [hashOf(siteId, 'account', String(userId))]),
    hashOf(siteId, 'email', mailboxOf(email)),
    ...addresses.map((address) => hashOf(siteId, 'address', addressText(address))),
  ];
  return [...new Set(keys)];
}

/** Most providers deliver `name+tag@…` to the mailbox `name@…`. */
const mailboxOf = (email: string): string =>
  email
    .trim()
    .toLowerCase()
    .replace(/\+[^@]*@/, '@');

/** Ignores case, accents, punctuation and the name, which are easily varied. */
const addressText = ({ address, addressPart2, postalCode, city, country }: StoredOrderAddress): string =>
  foldText([address, addressPart2, postalCode, city, country].join(' ')).replace(/[^\p{L}\p{N}]+/gu, '');

/** Personal data is compared, but not stored. */
const hashOf = (siteId: number, kind: string, value: string): string =>
  createHash('sha256').update(`${siteId} ${kind} ${value}`).digest('base64url').slice(0, 32);
