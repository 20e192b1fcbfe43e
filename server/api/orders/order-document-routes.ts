import type { FastifyInstance, FastifyRequest } from 'fastify';
import { recordListExport } from '#server/api/audit/record-staff-change.ts';
import { createContractRouter } from '#server/api/contract/contract-route.ts';
import { createPdfWorkerFunction } from '#server/api/pdf/pdf-worker-function.ts';
import { getCaller } from '#server/api/tenancy/current-site.ts';
import type { SiteRecord } from '#server/api/tenancy/site-registry.ts';
import { toClientNetwork } from '#server/http/client-network.ts';
import { createFairQueue } from '#server/http/fair-queue.ts';
import { getLocale, type Lang } from '#shared/languages.ts';
import { staffOrdersContract } from '#shared/orders/staff-orders-contract.ts';
import { ok, refuse } from '#shared/outcome.ts';
import { exportOrdersAsCsv } from './export-orders.ts';
import { createOrderDocumentTexts } from './order-document-texts.ts';
import { countOrders } from './order-reading-repository.ts';
import type { OrdersDependencies } from './orders-dependencies.ts';
import type { PackingDocumentContent } from './packing-document-content.ts';
import { readDeliveryNote, readPackingListsWithSummary } from './read-order-documents.ts';
import type { OrderDocumentsPdfInput } from './render-order-documents-as-pdf.ts';

/** Documents are rendered one at a time, so that other PDFs do not wait for them. No site can fill the queue alone. */
const queueLimits = { concurrency: 1, maxQueue: 20, maxQueuePerSite: 5, maxQueuePerNetwork: 5, maxWaitMs: 4_000 };

const renderOrderDocuments = createPdfWorkerFunction<OrderDocumentsPdfInput, Uint8Array>(
  new URL('./render-order-documents-as-pdf.ts', import.meta.url),
  'renderOrderDocumentsAsPdf' satisfies keyof typeof import('./render-order-documents-as-pdf.ts'),
);

/** Maximum number of orders in one CSV file. */
const maxExportedOrders = 50_000;

/** Registers the calls for packing lists, delivery notes and CSV files of orders. */
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
