import { eq } from 'drizzle-orm';
import { readProductLinks } from '#server/api/catalogue/catalogue.ts';
import { readCapacity } from '#server/api/catalogue/catalogue-tables.ts';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import { sites } from '#server/api/database/sites-table.ts';
import type { PaymentDescriptionLanguage, PaymentProviders } from '#server/api/payments/payment-providers.ts';
import { computePricePerLitre } from '#shared/catalogue/capacity.ts';
import { getProductType, isDrinkKind } from '#shared/catalogue/product-enums.ts';
import { centsToEuros } from '#shared/money.ts';
import type {
  OrderDetail,
  OrderedProduct,
  OrderRefund,
  OrderSummary,
  PlacedOrder,
  SurplusPayment,
} from '#shared/orders/orders-contract.ts';
import { formatVoucherCode, getVoucherState } from '#shared/orders/voucher.ts';
import type { PurchasedVoucher } from '#shared/orders/vouchers-contract.ts';
import type { PaymentMethodDescription } from '#shared/payments/payment-methods-contract.ts';
import { toLocalDay } from '#shared/places/local-time.ts';
import { toTrackingUrl } from '#shared/shipping/tracking-url.ts';
import { type OrderRefundRow, readRefundsOfOrders } from './order-refunds.ts';
import {
  type OrderLineRow,
  type OrderRow,
  readLinesOfOrders,
  readStateChangesOfOrders,
  readVouchersOfOrders,
} from './order-repository.ts';
import { readSurplusPaymentsOfOrders } from './surplus-payments.ts';

export interface OrderReadContext extends PaymentDescriptionLanguage {
  payments: PaymentProviders;
}

export const toPlacedOrder = (row: OrderRow, payment: PaymentMethodDescription): PlacedOrder => ({
  id: row.id,
  number: row.number,
  status: row.state,
  subtotal: centsToEuros(row.subtotal),
  discount: centsToEuros(row.discount),
  shippingFees: centsToEuros(row.shippingFees),
  total: centsToEuros(row.total),
  payment,
});

export const readPlacedOrder = async (tx: SiteTx, row: OrderRow, context: OrderReadContext): Promise<PlacedOrder> =>
  toPlacedOrder(row, (await context.payments.readDescriptions(tx, context))(row.paymentMethod));

const toSummary = (row: OrderRow, payment: PaymentMethodDescription): OrderSummary => ({
  ...toPlacedOrder(row, payment),
  createdAt: row.createdAt.toISOString(),
  deliveryType: row.deliveryType,
  bottles: row.bottles,
});

export async function readSummariesOfOrders(
  tx: SiteTx,
  rows: readonly OrderRow[],
  context: OrderReadContext,
): Promise<OrderSummary[]> {
  const paymentOf = await context.payments.readDescriptions(tx, context);
  return rows.map((row) => toSummary(row, paymentOf(row.paymentMethod)));
}

/**
 * Reads the vouchers of orders, by order id. A voucher's state depends on the current day at the estate, because
 * vouchers expire.
 */
async function readVouchersByOrderId(
  tx: SiteTx,
  orderIds: readonly number[],
): Promise<ReadonlyMap<number, PurchasedVoucher[]>> {
  const rows = await readVouchersOfOrders(tx, orderIds);
  if (rows.length === 0) return new Map();
  const [site] = await tx.select({ timeZone: sites.timeZone }).from(sites).where(eq(sites.id, tx.siteId));
  if (!site) throw new Error(`site ${tx.siteId} does not exist`);
  const today = toLocalDay(Date.now(), site.timeZone);
  const vouchers = new Map<number, PurchasedVoucher[]>();
  for (const [orderId, issued] of Map.groupBy(rows, (row) => row.orderId))
    vouchers.set(
      orderId,
      issued.map((row) => ({
        code: formatVoucherCode(row.code),
        name: row.name,
        state: getVoucherState(row, today),
        expiresOn: row.expiresOn,
        value: centsToEuros(row.value),
      })),
    );
  return vouchers;
}

/** Reads the details of orders. The number of queries does not grow with the number of orders. */
export async function readDetailsOfOrders(
  tx: SiteTx,
  rows: readonly OrderRow[],
  context: OrderReadContext,
): Promise<OrderDetail[]> {
  if (rows.length === 0) return [];
  const ids = rows.map(({ id }) => id);
  const paymentOf = await context.payments.readDescriptions(tx, context);
  const changes = Map.groupBy(await readStateChangesOfOrders(tx, ids), ({ orderId }) => orderId);
  const lines = await readLinesOfOrders(tx, ids);
  const previews = await readProductLinks(tx, lines, context.pickLanguage);
  const surplus = Map.groupBy(await readSurplusPaymentsOfOrders(tx, ids), ({ orderId }) => orderId);
  const refunds = Map.groupBy(await readRefundsOfOrders(tx, ids), ({ orderId }) => orderId);
  const vouchers = await readVouchersByOrderId(tx, ids);
  const linesOf = Map.groupBy(lines, ({ orderId }) => orderId);
  return rows.map((row) => ({
    ...toSummary(row, paymentOf(row.paymentMethod)),
    channel: row.channel,
    products: (linesOf.get(row.id) ?? []).map((line) => ({
      ...toProduct(line),
      slug: previews.slugs.get(line.productId) ?? null,
      image: previews.imageOf(line.productId, line.variantId),
    })),
    discountCode: row.discountCode,
    vat: row.vat.map(({ rate, total, vat }) => ({ rate, total: centsToEuros(total), vat: centsToEuros(vat) })),
    carrier: row.carrier,
    tracking: toTracking(row),
    address: { delivery: row.deliveryAddress, billing: row.billingAddress },
    accessPoint: row.pickupPoint,
    pickup: row.collection && row.collectionDate ? { date: row.collectionDate, ...row.collection } : null,
    phone: row.phone,
    message: row.message,
    states: (changes.get(row.id) ?? []).map(({ state, changedAt }) => ({ state, at: changedAt.toISOString() })),
    paymentDueAt: row.state === 'PENDING' ? (row.paymentDueAt?.toISOString() ?? null) : null,
    surplusPayments: (surplus.get(row.id) ?? []).map(toSurplusPayment),
    refunds: (refunds.get(row.id) ?? []).map(toOrderRefund),
    vouchers: vouchers.get(row.id) ?? [],
  }));
}

function toTracking({ trackingNumber, trackingUrl: template }: OrderRow): OrderDetail['tracking'] {
  if (trackingNumber === null) return null;
  return { number: trackingNumber, url: template === null ? null : toTrackingUrl(template, trackingNumber) };
}

function toProduct(line: OrderLineRow): Omit<OrderedProduct, 'slug' | 'image'> {
  const perLitre = isDrinkKind(line.kind) ? computePricePerLitre(line.price, line) : null;
  return {
    id: line.variantId,
    idProduct: line.productId,
    name: line.name,
    type: getProductType(line.kind),
    kind: line.kind,
    year: line.year,
    ...readCapacity(line.kind, line),
    reference: line.reference,
    quantity: line.quantity,
    fullPrice: centsToEuros(line.fullPrice),
    price: centsToEuros(line.price),
    pricePerLitre: perLitre === null ? null : centsToEuros(perLitre),
    total: centsToEuros(line.price * line.quantity),
    vatRate: line.vatRate,
    contents: line.contents ?? [],
  };
}

export const toOrderRefund = ({ amount, createdAt, method, reason }: OrderRefundRow): OrderRefund => ({
  amount: centsToEuros(amount),
  at: createdAt.toISOString(),
  method,
  reason,
});

type SurplusPaymentRow = Awaited<ReturnType<typeof readSurplusPaymentsOfOrders>>[number];

const toSurplusPayment = ({ amount, receivedAt, refundedAt }: SurplusPaymentRow): SurplusPayment => ({
  amount: centsToEuros(amount),
  receivedAt: receivedAt.toISOString(),
  refundedAt: refundedAt?.toISOString() ?? null,
});
