import { readProductFaces } from '#server/api/catalogue/catalogue.ts';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import { mailTexts } from '#server/api/mail/mail-texts.ts';
import { readMailsOfOrders } from '#server/api/mail/mails-of-orders.ts';
import { pricePerLitre } from '#shared/catalogue/price-per-litre.ts';
import type { Lang } from '#shared/languages.ts';
import type { Localized } from '#shared/localized.ts';
import { centsToEuros } from '#shared/money.ts';
import { nextStates } from '#shared/orders/order-states.ts';
import type {
  OrderDetail,
  OrderedProduct,
  OrderSummary,
  PlacedOrder,
  StaffOrder,
} from '#shared/orders/orders-contract.ts';
import type { PaymentMethod } from '#shared/payments/payment-method.ts';
import type { OrderPayment } from '#shared/payments/payments-contract.ts';
import {
  type OrderLineRow,
  type OrderRow,
  readOrderLines,
  readPaymentMethods,
  readStateMoves,
} from './order-reading-repository.ts';

/** In whose words orders are read. */
export interface OrderReading {
  lang: Lang;
  localize: (text: Localized) => string;
}

/** How the estate takes money, in the reader's language. */
export async function readPayments(tx: SiteTx, { localize }: OrderReading): Promise<OrderPayment[]> {
  return (await readPaymentMethods(tx)).map(({ method, label, instructions }) => ({
    method,
    label: localize(label),
    instructions: localize(instructions),
  }));
}

/** A method that the estate has given up since still has a name. */
function paymentOf(method: PaymentMethod, payments: readonly OrderPayment[], lang: Lang): OrderPayment {
  const known = payments.find((payment) => payment.method === method);
  return known ?? { method, label: mailTexts(lang, 'UTC').t(`ordering.payment.${method}`), instructions: '' };
}

/** An order as whoever has just placed it is answered. */
export const toPlaced = (row: OrderRow, payments: readonly OrderPayment[], lang: Lang): PlacedOrder => ({
  id: row.id,
  number: row.number,
  status: row.state,
  subtotal: centsToEuros(row.subtotal),
  discount: centsToEuros(row.discount),
  shippingFees: centsToEuros(row.shippingFees),
  total: centsToEuros(row.total),
  payment: paymentOf(row.paymentMethod, payments, lang),
});

/** The same for an order that was placed before. */
export const readPlacedOrder = async (tx: SiteTx, row: OrderRow, reading: OrderReading): Promise<PlacedOrder> =>
  toPlaced(row, await readPayments(tx, reading), reading.lang);

const toSummary = (row: OrderRow, payments: readonly OrderPayment[], lang: Lang): OrderSummary => ({
  ...toPlaced(row, payments, lang),
  createdAt: row.createdAt.toISOString(),
  deliveryType: row.deliveryType,
  bottles: row.bottles,
});

export async function readOrderSummaries(
  tx: SiteTx,
  rows: readonly OrderRow[],
  reading: OrderReading,
): Promise<OrderSummary[]> {
  const payments = await readPayments(tx, reading);
  return rows.map((row) => toSummary(row, payments, reading.lang));
}

/** Orders with all that was agreed on, in a number of queries that does not grow with them. */
export async function readOrderDetails(
  tx: SiteTx,
  rows: readonly OrderRow[],
  reading: OrderReading,
): Promise<OrderDetail[]> {
  if (rows.length === 0) return [];
  const ids = rows.map(({ id }) => id);
  const payments = await readPayments(tx, reading);
  const moves = Map.groupBy(await readStateMoves(tx, ids), ({ orderId }) => orderId);
  const lines = await readOrderLines(tx, ids);
  const sold = lines.map(({ productId, declinationId }) => ({ idProduct: productId, idDeclination: declinationId }));
  const faces = await readProductFaces(tx, sold, reading.localize);
  const linesOf = Map.groupBy(lines, ({ orderId }) => orderId);
  return rows.map((row) => ({
    ...toSummary(row, payments, reading.lang),
    products: (linesOf.get(row.id) ?? []).map((line) => ({
      ...toProduct(line),
      slug: faces.slugs.get(line.productId) ?? null,
      image: faces.imageOf(line.productId, line.declinationId),
    })),
    discountCode: row.discountCode,
    vat: row.vat.map(({ rate, total, vat }) => ({ rate, total: centsToEuros(total), vat: centsToEuros(vat) })),
    carrier: row.carrier,
    address: { delivery: row.deliveryAddress, billing: row.billingAddress },
    accessPoint: row.accessPoint,
    pickup: row.pickup && row.pickupDate ? { date: row.pickupDate, ...row.pickup } : null,
    phone: row.phone,
    message: row.message,
    states: (moves.get(row.id) ?? []).map(({ state, at }) => ({ state, at: at.toISOString() })),
  }));
}

function toProduct(line: OrderLineRow): Omit<OrderedProduct, 'slug' | 'image'> {
  const perLitre = line.type === 'BOX' ? null : pricePerLitre(line.price, line);
  return {
    id: line.declinationId,
    idProduct: line.productId,
    name: line.name,
    type: line.type,
    kind: line.kind,
    year: line.year,
    capacity: line.capacity,
    capacityUnit: line.capacityUnit,
    reference: line.reference,
    quantity: line.quantity,
    fullPrice: centsToEuros(line.fullPrice),
    price: centsToEuros(line.price),
    pricePerLitre: perLitre === null ? null : centsToEuros(perLitre),
    total: centsToEuros(line.price * line.quantity),
    vatRate: line.vatRate,
  };
}

/** Orders as the estate sees them: who ordered, where they may go from here, and what became of their mails. */
export async function readStaffOrders(
  tx: SiteTx,
  rows: readonly OrderRow[],
  reading: OrderReading,
): Promise<StaffOrder[]> {
  const details = await readOrderDetails(tx, rows, reading);
  const ids = rows.map(({ id }) => id);
  const mails = Map.groupBy(ids.length > 0 ? await readMailsOfOrders(tx, ids) : [], ({ orderId }) => orderId);
  return rows.flatMap((row, index) => {
    const detail = details[index];
    if (!detail) return [];
    return {
      ...detail,
      customer: {
        id: row.userId === null ? '' : String(row.userId),
        email: row.email,
        firstname: row.billingAddress.firstname,
        lastname: row.billingAddress.lastname,
      },
      nextStates: nextStates(row.state, row.deliveryType),
      mails: (mails.get(row.id) ?? []).map(({ id, kind, recipient, state, attempts, lastError, createdAt }) => ({
        id: String(id),
        kind,
        to: recipient,
        state,
        attempts,
        lastError,
        at: createdAt.toISOString(),
      })),
    };
  });
}
