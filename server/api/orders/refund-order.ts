import type { SiteTx } from '#server/api/database/site-transaction.ts';
import { queueMail } from '#server/api/mail/queue-mail.ts';
import { type PlainMailPreview, renderPlainMailPreview } from '#server/api/mail/render-plain-mail-preview.ts';
import type { PaymentProviders } from '#server/api/payments/payment-providers.ts';
import type { Cents } from '#shared/money.ts';
import { countRefundedUnits, type RefundedLine } from '#shared/orders/refund.ts';
import { type Outcome, ok, refuse } from '#shared/outcome.ts';
import { cancelVouchersOfRefundedUnits } from './cancel-vouchers-of-refunded-units.ts';
import type { OrderStateChangeContext } from './change-order-state.ts';
import { computeRefundBalance } from './compute-refund-balance.ts';
import { getRefundableOnlinePayment } from './get-refundable-online-payment.ts';
import { lockOrder } from './order-changes-repository.ts';
import { type OrderRow, readLinesOfOrders, readOrder, readStateChangesOfOrders } from './order-reading-repository.ts';
import {
  insertOrderRefund,
  markRefundAsPaid,
  type OrderRefundRow,
  readRefundsOfOrders,
} from './order-refunds-repository.ts';
import { createOrderPageLink, createPreviewPageLink, readOrderMailContext } from './order-tokens.ts';
import { createRefundMail } from './refund-mail.ts';
import { returnRefundedUnitsToStock } from './return-refunded-units-to-stock.ts';

export interface RefundInput {
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

/** Records that the estate has paid a refund to the customer. */
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
): Promise<Outcome<PlainMailPreview | null, 'not_found'>> {
  const order = await readOrder(tx, orderId);
  if (!order) return refuse('not_found');
  if (order.email === '') return ok(null);
  const method = getRefundableOnlinePayment(order, payments) ? 'PROVIDER' : 'ESTATE';
  const context = await readOrderMailContext(tx, order);
  const page = await createPreviewPageLink(tx, order, context.origin);
  const mail = createRefundMail(order, { amount, reason, method }, context, page);
  return ok(await renderPlainMailPreview(tx, mail));
}
