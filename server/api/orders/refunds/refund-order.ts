import { and, eq, inArray, sql } from 'drizzle-orm';
import { returnStock } from '#server/api/catalogue/catalogue.ts';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import { createMailTexts, type MailContent } from '#server/api/mail/mail-content.ts';
import { queueMail } from '#server/api/mail/queue-mail.ts';
import { type MailPreview, previewMail } from '#server/api/mail/render-plain-text-of-mail.ts';
import {
  createOrderMailGreetingText,
  type OrderMailContext,
  type OrderPageLink,
} from '#server/api/orders/mails/order-state-mail.ts';
import {
  computeRefundBalance,
  getRefundableOnlinePayment,
  insertOrderRefund,
  type OrderRefundRow,
  readRefundsOfOrders,
} from '#server/api/orders/order-refunds.ts';
import {
  lockOrder,
  lockVouchersOfOrder,
  type OrderRow,
  readLinesOfOrders,
  readOrder,
  readStateChangesOfOrders,
} from '#server/api/orders/order-repository.ts';
import { createOrderPageLink, createPreviewPageLink, readOrderMailContext } from '#server/api/orders/order-tokens.ts';
import { orderLines, orderRefunds, vouchers } from '#server/api/orders/orders-tables.ts';
import type { OrderStateChangeContext } from '#server/api/orders/state/change-order-state.ts';
import type { PaymentProviders } from '#server/api/payments/payment-providers.ts';
import { type Cents, centsToEuros } from '#shared/money.ts';
import type { OrderMailKind } from '#shared/orders/order-mail-kind.ts';
import { countRefundedUnits, type RefundedLine, type RefundMethod } from '#shared/orders/refund.ts';
import { type Outcome, ok, refuse } from '#shared/outcome.ts';

/**
 * Records that the estate has paid a refund to the customer. A repeated call leaves the first time unchanged.
 * @returns False if the order has no such refund of the estate.
 */
async function markRefundAsPaid(tx: SiteTx, orderId: number, refundId: number): Promise<boolean> {
  const rows = await tx
    .update(orderRefunds)
    .set({ paidAt: sql`coalesce(${orderRefunds.paidAt}, now())` })
    .where(and(eq(orderRefunds.orderId, orderId), eq(orderRefunds.id, refundId), eq(orderRefunds.method, 'ESTATE')))
    .returning({ id: orderRefunds.id });
  return rows.length > 0;
}

interface RefundInput {
  orderId: number;
  amount: Cents;
  /**
   * The sum of earlier refunds that staff saw. The refund is refused if the stored sum differs, so that a repeated or
   * concurrent call refunds nothing.
   */
  refundedBefore: Cents;
  reason: string;
  lines: readonly RefundedLine[];
  returnsStock: boolean;
  staffUserId: number;
}

type RefundRefusal =
  | 'not_found'
  | 'nothing_to_refund'
  | 'refund_outdated'
  | 'refund_too_high'
  | 'refund_quantity'
  | 'refund_vouchers'
  | 'stock_returned';

/**
 * Returns the key that equal vouchers share. A voucher does not record its order line, so vouchers of the same name and
 * value are interchangeable.
 */
const toVoucherKey = (name: string, cents: number): string => JSON.stringify([name, cents]);

/**
 * Cancels one unredeemed voucher for each refunded unit of a voucher line, the last issued first. Vouchers that the
 * return of the order or an earlier refund has cancelled count towards the refunded units. The caller has locked the
 * order.
 * @returns False if more units would be refunded than there are unredeemed vouchers.
 */
async function cancelVouchersOfRefundedUnits(
  tx: SiteTx,
  orderId: number,
  units: readonly RefundedLine[],
  earlier: readonly { lines: readonly RefundedLine[] }[],
): Promise<boolean> {
  const lines = (await readLinesOfOrders(tx, [orderId])).filter(({ kind }) => kind === 'voucher');
  const isRefunded = (line: { position: number }) => units.some(({ position }) => position === line.position);
  const keys = new Set(lines.filter(isRefunded).map(({ name, price }) => toVoucherKey(name, price)));
  if (keys.size === 0) return true;
  const refunded = countRefundedUnits([...earlier, { lines: units }]);
  const refundedByKey = new Map<string, number>();
  for (const { name, price, position } of lines) {
    const key = toVoucherKey(name, price);
    if (keys.has(key)) refundedByKey.set(key, (refundedByKey.get(key) ?? 0) + (refunded.get(position) ?? 0));
  }
  const issued = Map.groupBy(await lockVouchersOfOrder(tx, orderId), ({ name, value }) => toVoucherKey(name, value));
  const cancelledIds: number[] = [];
  for (const [key, count] of refundedByKey) {
    const unredeemed = (issued.get(key) ?? []).filter(({ redeemedAt }) => redeemedAt === null);
    if (count > unredeemed.length) return false;
    const valid = unredeemed.filter(({ cancelledAt }) => cancelledAt === null);
    const missing = count - (unredeemed.length - valid.length);
    if (missing > 0) for (const each of valid.slice(-missing).map(({ id }) => id)) cancelledIds.push(each);
  }
  await tx.update(vouchers).set({ cancelledAt: new Date() }).where(inArray(vouchers.id, cancelledIds));
  return true;
}

/**
 * Returns units of an order to the stock, and subtracts them from `stockTaken` of the order's lines, so that a later
 * cancellation does not return them again. The caller has locked the order.
 * @returns False if a line has fewer units left to return; the transaction must then be rolled back.
 */
async function returnRefundedUnitsToStock(
  tx: SiteTx,
  orderId: number,
  units: readonly RefundedLine[],
  earlier: readonly { lines: readonly RefundedLine[]; isStockReturned: boolean }[],
): Promise<boolean> {
  const lines = new Map((await readLinesOfOrders(tx, [orderId])).map((line) => [line.position, line]));
  const returnedBefore = countRefundedUnits(earlier.filter(({ isStockReturned }) => isStockReturned));
  const returned: { variantId: number; quantity: number }[] = [];
  for (const { position, quantity } of units) {
    const line = lines.get(position);
    const left = (line?.quantity ?? 0) - (returnedBefore.get(position) ?? 0);
    if (!line || quantity > left) return false;
    const taken = line.stockTaken.map((entry) => ({ ...entry, units: (entry.quantity / left) * quantity }));
    for (const each of taken.map(({ variantId, units: count }) => ({ variantId, quantity: count })))
      returned.push(each);
    const stockTaken = taken.map((entry) => ({ variantId: entry.variantId, quantity: entry.quantity - entry.units }));
    await tx
      .update(orderLines)
      .set({ stockTaken })
      .where(and(eq(orderLines.orderId, orderId), eq(orderLines.position, position)));
  }
  await returnStock(tx, returned);
  return true;
}

function createRefundMail(
  order: OrderRow,
  { amount, reason, method }: { amount: Cents; reason: string; method: RefundMethod },
  context: OrderMailContext,
  page: OrderPageLink,
): MailContent {
  const { t, euros } = createMailTexts(order.lang, context.timeZone);
  const values = { number: order.number, amount: euros(centsToEuros(amount)) };
  return {
    kind: 'order-refunded' satisfies OrderMailKind,
    to: order.email,
    lang: order.lang,
    orderId: order.id,
    origin: context.origin,
    isSecret: page.isSecret,
    subject: t('orders.refund.subject', values),
    blocks: [
      { kind: 'text', text: createOrderMailGreetingText(order, order.billingAddress.firstname, context) },
      { kind: 'text', text: t(`orders.refund.${method}`, values) },
      {
        kind: 'facts',
        rows: [
          [t('orders.state.number'), order.number],
          [t('orders.refund.amount'), values.amount],
          ...(reason === '' ? [] : ([[t('orders.state.cancelled.reason'), reason]] as const)),
        ],
      },
      { kind: 'link', label: t('orders.state.see'), href: page.href },
    ],
  };
}

/**
 * Refunds a part or all of a paid order. The order is locked first, so that simultaneous refunds never exceed what was
 * paid (docs/rules.md, "Refunds").
 */
export async function refundOrder(
  tx: SiteTx,
  input: RefundInput,
  { payments }: OrderStateChangeContext,
): Promise<Outcome<OrderRow, RefundRefusal>> {
  const order = await lockOrder(tx, input.orderId);
  if (!order) return refuse('not_found');
  const earlier = await readRefundsOfOrders(tx, [order.id]);
  const allowed = await checkRefund(tx, { order, earlier, payments }, input);
  if (!allowed.ok) return allowed;
  if (!(await cancelVouchersOfRefundedUnits(tx, order.id, input.lines, earlier))) return refuse('refund_vouchers');
  if (input.returnsStock) {
    const isReturned = await returnRefundedUnitsToStock(tx, order.id, input.lines, earlier);
    if (!isReturned) return refuse('refund_quantity');
  }
  const online = getRefundableOnlinePayment(order, payments);
  const { amount, reason, returnsStock: isStockReturned, staffUserId } = input;
  const method = online ? 'PROVIDER' : 'ESTATE';
  const lines = [...input.lines];
  const refund = { orderId: order.id, amount, method, reason, lines, isStockReturned, staffUserId } as const;
  const id = await insertOrderRefund(tx, refund);
  if (online) await online.refund(tx, { amount, refundId: `${order.number}-${id}` });
  if (order.email !== '') {
    const mail = await readOrderMailContext(tx, order);
    await queueMail(tx, createRefundMail(order, refund, mail, await createOrderPageLink(tx, order, mail.origin)));
  }
  return ok(order);
}

export async function recordRefundPayment(
  tx: SiteTx,
  { orderId, refundId }: { orderId: number; refundId: number },
): Promise<Outcome<OrderRow, 'not_found'>> {
  const order = await lockOrder(tx, orderId);
  return order && (await markRefundAsPaid(tx, orderId, refundId)) ? ok(order) : refuse('not_found');
}

interface RefundedOrder {
  order: OrderRow;
  earlier: readonly OrderRefundRow[];
  payments: PaymentProviders;
}

async function checkRefund(
  tx: SiteTx,
  { order, earlier, payments }: RefundedOrder,
  { amount, refundedBefore, lines, returnsStock }: RefundInput,
): Promise<Outcome<null, Exclude<RefundRefusal, 'not_found'>>> {
  const states = (await readStateChangesOfOrders(tx, [order.id])).map(({ state }) => state);
  const { refunded, refundable } = computeRefundBalance(order, states, earlier, payments);
  if (refunded !== refundedBefore) return refuse('refund_outdated');
  if (refundable === 0) return refuse('nothing_to_refund');
  if (amount > refundable) return refuse('refund_too_high');
  // A cancellation has returned all items to the stock.
  if (returnsStock && order.state === 'CANCELLED') return refuse('stock_returned');
  const isRepeated = new Set(lines.map(({ position }) => position)).size < lines.length;
  return isRepeated || (await exceedsLines(tx, order.id, [...earlier, { lines }]))
    ? refuse('refund_quantity')
    : ok(null);
}

/** Checks whether the refunds are for more units than the order has, or for lines that do not exist. */
async function exceedsLines(
  tx: SiteTx,
  orderId: number,
  refunds: readonly { lines: readonly RefundedLine[] }[],
): Promise<boolean> {
  const sold = new Map((await readLinesOfOrders(tx, [orderId])).map(({ position, quantity }) => [position, quantity]));
  return [...countRefundedUnits(refunds)].some(([position, units]) => units > (sold.get(position) ?? 0));
}

/** Renders the mail that a refund would send; null for an order without an email address. */
export async function previewRefundMail(
  tx: SiteTx,
  { orderId, amount, reason }: Pick<RefundInput, 'orderId' | 'amount' | 'reason'>,
  { payments }: OrderStateChangeContext,
): Promise<Outcome<MailPreview | null, 'not_found'>> {
  const order = await readOrder(tx, orderId);
  if (!order) return refuse('not_found');
  if (order.email === '') return ok(null);
  const method = getRefundableOnlinePayment(order, payments) ? 'PROVIDER' : 'ESTATE';
  const context = await readOrderMailContext(tx, order);
  const page = await createPreviewPageLink(tx, order, context.origin);
  const mail = createRefundMail(order, { amount, reason, method }, context, page);
  return ok(await previewMail(tx, mail));
}
