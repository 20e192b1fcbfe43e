import { createHash } from 'node:crypto';
import { runSql, type SiteTx } from '#server/api/database/site-transaction.ts';
import { readParametersWithKeys } from '#server/api/site/site.ts';
import { foldText } from '#shared/fold-text.ts';
import type { StoredOrderAddress } from '#shared/orders/orders-contract.ts';
import {
  computeUnpaidLimitsPerNetwork,
  exceedsUnpaidOrderLimits,
  toUnpaidOrderRules,
  type UnpaidOrderCounts,
  type UnpaidOrderRules,
  unpaidOrderParameterKeys,
} from '#shared/orders/unpaid-orders.ts';
import { type Outcome, ok, refuse } from '#shared/outcome.ts';

/**
 * Makes concurrent orders with a common key wait for each other until the transaction ends. Keys are locked in sorted
 * order, so that transactions cannot deadlock.
 */
const lockUnpaidOrderLimitKeys = (tx: SiteTx, keys: readonly string[]) =>
  runSql(tx, 'select pg_advisory_xact_lock(hashtextextended(key, 0)) from unnest($1::text[]) as key', [
    [...keys].sort(),
  ]);

/** Counts the open unpaid orders of each key and the bottles that they have taken from the stock. */
async function countUnpaidOrders(tx: SiteTx, keys: readonly string[]): Promise<Map<string, UnpaidOrderCounts>> {
  const { rows } = await runSql<UnpaidOrderCounts & { key: string }>(
    tx,
    `select key, count(*)::integer as orders, sum(bottles)::integer as bottles
       from unpaid_order_holds where key = any($1::text[]) group by key`,
    [keys],
  );
  return new Map(rows.map(({ key, ...counts }) => [key, counts]));
}

/** Checks whether the customer has an order that was paid or prepared and is not cancelled. */
async function hasPaidOrPreparedOrder(tx: SiteTx, userId: number): Promise<boolean> {
  const { rows } = await runSql(
    tx,
    `select from orders where user_id = $1 and state not in ('PENDING', 'CANCELLED') limit 1`,
    [userId],
  );
  return rows.length > 0;
}

export const readUnpaidOrderRules = async (tx: SiteTx): Promise<UnpaidOrderRules> =>
  toUnpaidOrderRules(await readParametersWithKeys(tx, unpaidOrderParameterKeys));

/** The properties of a new order's customer by which earlier orders of the same customer are recognised. */
interface UnpaidOrderCustomer {
  /** The customer's account; null for a guest. */
  userId: number | null;
  email: string;
  addresses: readonly StoredOrderAddress[];
  /** The client's network; null if the IP address does not identify the client. */
  network: string | null;
}

/**
 * A new order for the limits of unpaid orders: the keys under which it counts, and the bottles that it adds.
 */
export interface UnpaidOrderClaim {
  keys: string[];
  /** Number of bottles that the new order takes from the stock. */
  bottles: number;
}

/**
 * Refuses an order if its customer would have too many unpaid orders or bottles in them, compared by account, email
 * address, postal address and network. The keys are locked, so that simultaneous orders cannot exceed the limits.
 */
export async function checkUnpaidLimits(
  tx: SiteTx,
  customer: UnpaidOrderCustomer,
  bottles: number,
  rules: UnpaidOrderRules,
): Promise<Outcome<UnpaidOrderClaim, 'too_many_unpaid'>> {
  const personal = personalKeys(tx.siteId, customer);
  const network = customer.network === null ? [] : [hashOf(tx.siteId, 'network', customer.network)];
  const keys = [...personal, ...network];
  // They arrive in this order, so that the orders are counted under the lock.
  const [, unpaid, isKnown] = await Promise.all([
    lockUnpaidOrderLimitKeys(tx, keys),
    countUnpaidOrders(tx, keys),
    customer.userId !== null && hasPaidOrPreparedOrder(tx, customer.userId),
  ]);
  const openOf = (key: string): UnpaidOrderCounts => unpaid.get(key) ?? { orders: 0, bottles: 0 };
  const limit = isKnown ? rules.knownCustomer : rules.newCustomer;
  const isExceeded =
    personal.some((key) => exceedsUnpaidOrderLimits(openOf(key), bottles, limit)) ||
    network.some((key) => exceedsUnpaidOrderLimits(openOf(key), bottles, computeUnpaidLimitsPerNetwork(rules)));
  return isExceeded ? refuse('too_many_unpaid') : ok({ keys, bottles });
}

function personalKeys(siteId: number, { userId, email, addresses }: UnpaidOrderCustomer): string[] {
  const keys = [
    ...(userId === null ? [] : [hashOf(siteId, 'account', String(userId))]),
    hashOf(siteId, 'email', mailboxOf(email)),
    ...addresses.map((address) => hashOf(siteId, 'address', addressText(address))),
  ];
  return [...new Set(keys)];
}

/** Removes the tag of an email address, because most providers deliver `name+tag@…` to the mailbox `name@…`. */
const mailboxOf = (email: string): string =>
  email
    .trim()
    .toLowerCase()
    .replace(/^([^+@]*)\+[^@]*@/, '$1@');

/**
 * Normalises a postal address for comparison. Case, accents, punctuation and the name are left out, because they are
 * easily varied.
 */
const addressText = ({ address, addressPart2, postalCode, city, country }: StoredOrderAddress): string =>
  foldText([address, addressPart2, postalCode, city, country].join(' ')).replace(/[^\p{L}\p{N}]+/gu, '');

/** Hashes a key of the limits, because the personal data in it may be compared but not stored. */
const hashOf = (siteId: number, kind: string, value: string): string =>
  createHash('sha256').update(`${siteId} ${kind} ${value}`).digest('base64url').slice(0, 32);
