import type { Db } from '#server/api/database/connect.ts';
import { withSiteTransaction } from '#server/api/database/site-transaction.ts';
import { csvByteOrderMark, formatCsvRow, getCsvSeparatorForLocale } from '#shared/format-csv-row.ts';
import { getLocale } from '#shared/languages.ts';
import type { ListFilter } from '#shared/list-query.ts';
import { centsToEuros, eurosToCents } from '#shared/money.ts';
import { toLocalDayAndTime } from '#shared/places/local-time.ts';
import type { OrderDocumentTexts } from './order-document-texts.ts';
import { type OrderRow, readOrdersAfterId } from './order-reading-repository.ts';
import { type OrderReadContext, readDetailsOfOrders } from './read-orders.ts';

const batchSize = 500;
const amountFormat = { minimumFractionDigits: 2, maximumFractionDigits: 2, useGrouping: false };

interface ExportContext extends OrderReadContext {
  siteId: number;
  timeZone: string;
  texts: OrderDocumentTexts;
}

const columns = [
  'number',
  'date',
  'state',
  'channel',
  'firstname',
  'lastname',
  'email',
  'phone',
  'address',
  'postal-code',
  'city',
  'country',
  'lines',
  'bottles',
  'subtotal',
  'code',
  'discount',
  'shipping',
  'total',
  'refunded',
  'net',
  'vat',
  'payment',
  'delivery',
  'carrier',
  'tracking',
] as const;
type Column = (typeof columns)[number];

/**
 * Exports orders as CSV, the oldest first, in chunks of up to 500 rows, so that memory use does not grow with their
 * number. Decimal sign and separator are those that spreadsheet programs expect in the language of the texts.
 */
export async function* exportOrdersAsCsv(
  db: Db,
  filters: readonly ListFilter[],
  context: ExportContext,
): AsyncGenerator<string> {
  const { t, lang } = context.texts;
  const separator = getCsvSeparatorForLocale(getLocale(lang));
  yield csvByteOrderMark +
    formatCsvRow(
      columns.map((column) => t(`csv.${column}`)),
      separator,
    );
  let afterId = 0;
  while (true) {
    const rows = await withSiteTransaction(db, context.siteId, async (tx) => {
      const orders = await readOrdersAfterId(tx, filters, afterId, batchSize);
      const details = await readDetailsOfOrders(tx, orders, context);
      return orders.map((order, index) => ({ order, detail: details[index] }));
    });
    yield rows
      .flatMap(({ order, detail }) => (detail ? formatCsvRow(toCells(order, detail, context), separator) : []))
      .join('');
    if (rows.length < batchSize) break;
    afterId = rows.at(-1)?.order.id ?? afterId;
  }
}

type OrderDetails = Awaited<ReturnType<typeof readDetailsOfOrders>>[number];

function toCells(order: OrderRow, detail: OrderDetails, { texts: { t, lang }, timeZone }: ExportContext): string[] {
  const format = new Intl.NumberFormat(getLocale(lang), amountFormat);
  const amount = (euros: number) => format.format(euros);
  const { day, time } = toLocalDayAndTime(order.createdAt.getTime(), timeZone);
  const { firstname, lastname, ...address } = order.deliveryAddress ?? order.billingAddress;
  const refunded = centsToEuros(detail.refunds.reduce((sum, refund) => sum + eurosToCents(refund.amount), 0));
  const cells: Record<Column, string> = {
    number: order.number,
    date: `${day} ${time}`,
    state: t(`state.${order.state}`),
    channel: t(`channel.${order.channel}`),
    firstname,
    lastname,
    email: order.email,
    phone: order.phone,
    address: [address.address, address.addressPart2].filter(Boolean).join(', '),
    'postal-code': address.postalCode,
    city: address.city,
    country: address.country,
    lines: detail.products
      .map(({ quantity, name, year }) => `${quantity} × ${[name, year].filter(Boolean).join(' ')}`)
      .join('\n'),
    bottles: String(order.bottles),
    subtotal: amount(detail.subtotal),
    code: order.discountCode ?? '',
    discount: amount(detail.discount),
    shipping: amount(detail.shippingFees),
    total: amount(detail.total),
    refunded: amount(refunded),
    net: amount(centsToEuros(order.total - eurosToCents(refunded))),
    vat: amount(detail.vat.reduce((sum, { vat }) => sum + vat, 0)),
    payment: detail.payment.label,
    delivery: t(`delivery.${order.deliveryType}`),
    carrier: order.carrier?.name ?? '',
    tracking: order.trackingNumber ?? '',
  };
  return columns.map((column) => cells[column]);
}
