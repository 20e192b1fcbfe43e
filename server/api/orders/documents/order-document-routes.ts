import { asc, inArray } from 'drizzle-orm';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { recordListExport } from '#server/api/audit/record-staff-change.ts';
import { createContractRouter } from '#server/api/contract/contract-route.ts';
import type { Db } from '#server/api/database/connect.ts';
import { type SiteTx, withSiteTransaction } from '#server/api/database/site-transaction.ts';
import { readNotesOfOrders } from '#server/api/orders/order-notes.ts';
import { readRefundsOfOrders } from '#server/api/orders/order-refunds.ts';
import {
  countOrders,
  type OrderLineRow,
  type OrderRow,
  readLinesOfOrders,
  readOrdersAfterId,
} from '#server/api/orders/order-repository.ts';
import type { OrdersDependencies } from '#server/api/orders/orders-dependencies.ts';
import { orders } from '#server/api/orders/orders-tables.ts';
import { type OrderReadContext, readDetailsOfOrders } from '#server/api/orders/read-orders.ts';
import { createPdfWorkerFunction } from '#server/api/pdf/worker-pool.ts';
import { readMailBranding } from '#server/api/site/site.ts';
import { getCaller } from '#server/api/tenancy/current-site.ts';
import type { SiteRecord } from '#server/api/tenancy/site-registry.ts';
import { toClientNetwork } from '#server/http/client-network.ts';
import { createFairQueue } from '#server/http/fair-queue.ts';
import { csvByteOrderMark, formatCsvRow, getCsvSeparatorForLocale } from '#shared/format-csv-row.ts';
import { getLocale, type Lang } from '#shared/languages.ts';
import type { ListFilter } from '#shared/list-query.ts';
import { centsToEuros, eurosToCents } from '#shared/money.ts';
import { countRefundedUnits } from '#shared/orders/refund.ts';
import { staffOrdersContract } from '#shared/orders/staff-orders-contract.ts';
import { ok, refuse } from '#shared/outcome.ts';
import { toLocalTime } from '#shared/places/local-time.ts';
import {
  createOrderDocumentTexts,
  type OrderDocumentTexts,
  type PackingDocumentContent,
  summarisePackingLists,
  toPackingDocumentContent,
} from './packing-document-content.ts';
import type { OrderDocumentsPdfInput } from './render-order-documents-as-pdf.ts';

/** Reads the orders with these ids, by ascending id. Unknown ids are left out. */
const readOrdersById = (tx: SiteTx, ids: readonly number[]): Promise<OrderRow[]> =>
  tx
    .select()
    .from(orders)
    .where(inArray(orders.id, [...ids]))
    .orderBy(asc(orders.id));

/** Documents are rendered one at a time, so that other PDFs do not wait for them. No site can fill the queue alone. */
const queueLimits = { concurrency: 1, maxQueue: 20, maxQueuePerSite: 5, maxQueuePerNetwork: 5, maxWaitMs: 4_000 };

const renderOrderDocuments = createPdfWorkerFunction<OrderDocumentsPdfInput, Uint8Array>(
  new URL('./render-order-documents-as-pdf.ts', import.meta.url),
  'renderOrderDocumentsAsPdf' satisfies keyof typeof import('./render-order-documents-as-pdf.ts'),
);

const maxExportedOrders = 50_000;

interface LinesToPackOfOrder {
  lines: OrderLineRow[];
  /** True if refunds have returned units of the order to the stock. */
  hasReturnedUnits: boolean;
}

/**
 * Reads the lines of orders less the units that refunds have returned to the stock. Lines without remaining units are
 * left out.
 */
async function readLinesToPackLookup(
  tx: SiteTx,
  orderIds: readonly number[],
): Promise<(orderId: number) => LinesToPackOfOrder> {
  const linesOf = Map.groupBy(await readLinesOfOrders(tx, orderIds), ({ orderId }) => orderId);
  const refundsOf = Map.groupBy(await readRefundsOfOrders(tx, orderIds), ({ orderId }) => orderId);
  return (orderId) => {
    const returned = countRefundedUnits(
      (refundsOf.get(orderId) ?? []).filter(({ isStockReturned }) => isStockReturned),
    );
    const lines = (linesOf.get(orderId) ?? [])
      .map((line) => ({ ...line, quantity: line.quantity - (returned.get(line.position) ?? 0) }))
      .filter(({ quantity }) => quantity > 0);
    return { lines, hasReturnedUnits: returned.size > 0 };
  };
}

/**
 * Reads the packing lists of orders in the language of staff. The document of several orders begins with a summary.
 * @returns Null if an order does not exist.
 */
async function readPackingListsWithSummary(
  tx: SiteTx,
  ids: readonly number[],
  { lang, timeZone }: { lang: Lang; timeZone: string },
): Promise<PackingDocumentContent[] | null> {
  const rows = await readOrdersById(tx, ids);
  if (rows.length < new Set(ids).size) return null;
  const linesOf = await readLinesToPackLookup(tx, ids);
  const notes = Map.groupBy(await readNotesOfOrders(tx, ids), ({ orderId }) => orderId);
  const branding = await readMailBranding(tx, lang);
  const texts = createOrderDocumentTexts(lang, timeZone);
  const documents = rows.map((order) =>
    toPackingDocumentContent(
      {
        kind: 'packing-list',
        order,
        ...linesOf(order.id),
        notes: (notes.get(order.id) ?? []).map(({ text }) => text),
        branding,
        lang,
      },
      texts,
    ),
  );
  const summary = summarisePackingLists(documents, texts);
  return summary ? [summary, ...documents] : documents;
}

/**
 * Reads the delivery note of an order in the language of the customer.
 * @returns Null if the order does not exist.
 */
async function readDeliveryNote(
  tx: SiteTx,
  id: number,
  timeZone: string,
): Promise<{ document: PackingDocumentContent; lang: Lang } | null> {
  const [order] = await readOrdersById(tx, [id]);
  if (!order) return null;
  const { lang } = order;
  const linesOf = await readLinesToPackLookup(tx, [id]);
  const branding = await readMailBranding(tx, lang);
  const input = { kind: 'delivery-note', order, ...linesOf(id), notes: [], branding, lang } as const;
  return { document: toPackingDocumentContent(input, createOrderDocumentTexts(lang, timeZone)), lang };
}

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
async function* exportOrdersAsCsv(
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
  const { day, time } = toLocalTime(order.createdAt.getTime(), timeZone);
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

export function orderDocumentRoutes(app: FastifyInstance, dependencies: OrdersDependencies): void {
  const route = createContractRouter(app, 'orders', staffOrdersContract, dependencies);
  const render = createDocumentRenderer();

  route('GET /admin/order/packing-list', async ({ query: { ids }, site, lang, request, withSiteTransaction }) => {
    const documents = await withSiteTransaction((tx) =>
      readPackingListsWithSummary(tx, ids, { lang, timeZone: site.timeZone }),
    );
    return documents ? ok(await render(documents, { site, lang, request })) : refuse('not_found');
  });
  route('GET /admin/order/{id}/packing-list', async ({ params, site, lang, request, withSiteTransaction }) => {
    const context = { lang, timeZone: site.timeZone };
    const documents = await withSiteTransaction((tx) => readPackingListsWithSummary(tx, [params.id], context));
    return documents ? ok(await render(documents, { site, lang, request })) : refuse('not_found');
  });
  route('GET /admin/order/{id}/delivery-note', async ({ params, site, request, withSiteTransaction }) => {
    const note = await withSiteTransaction((tx) => readDeliveryNote(tx, params.id, site.timeZone));
    if (!note) return refuse('not_found');
    return ok(await render([note.document], { site, lang: note.lang, request }));
  });
  route('GET /admin/order/export', async ({ query, site, lang, user, pickLanguage, withSiteTransaction }) => {
    const { filters } = query;
    const isAllowed = await withSiteTransaction(async (tx) => {
      if ((await countOrders(tx, filters)) > maxExportedOrders) return false;
      // The audit log leaves the filters out, because a search may contain the name of a customer.
      await recordListExport(tx, { userId: user.id, resource: 'order', filter: null });
      return true;
    });
    if (!isAllowed) return refuse('too_many_orders', { values: { max: maxExportedOrders } });
    const texts = createOrderDocumentTexts(lang, site.timeZone);
    const context = { siteId: site.id, lang, pickLanguage, timeZone: site.timeZone, payments: dependencies.payments };
    return ok({
      fileName: `${texts.t('export.file')}.csv`,
      content: exportOrdersAsCsv(dependencies.db, filters, { ...context, texts }),
    });
  });
}

interface RenderContext {
  site: SiteRecord;
  lang: Lang;
  request: FastifyRequest;
}

/** Creates the function that renders documents in a separate queue. */
function createDocumentRenderer() {
  const queue = createFairQueue(queueLimits);
  return async (documents: readonly PackingDocumentContent[], { site, lang, request }: RenderContext) => {
    const { t } = createOrderDocumentTexts(lang, site.timeZone);
    const [{ title = '', number = '', hasCheckBoxes = false } = {}] = documents;
    const owner = { siteId: site.id, network: toClientNetwork(getCaller(request).ipAddress) };
    const content = await queue.run(owner, () =>
      renderOrderDocuments({
        documents,
        title: `${title} ${number}`.trim(),
        author: site.name,
        lang: getLocale(lang),
        footer: t('page'),
      }),
    );
    const name = t(hasCheckBoxes ? 'packing-list.file' : 'delivery-note.file');
    return { fileName: `${[name, number].filter(Boolean).join('-')}.pdf`, content: Buffer.from(content) };
  };
}
