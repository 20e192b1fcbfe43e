import type { SiteTx } from '#server/api/database/site-transaction.ts';
import { readMailBranding } from '#server/api/site/site.ts';
import type { Lang } from '#shared/languages.ts';
import { createOrderDocumentTexts } from './order-document-texts.ts';
import { readNotesOfOrders } from './order-notes.ts';
import { readOrdersById } from './order-reading-repository.ts';
import {
  type PackingDocumentContent,
  summarisePackingLists,
  toPackingDocumentContent,
} from './packing-document-content.ts';
import { readLinesToPackLookup } from './read-lines-to-pack-lookup.ts';

/**
 * Reads the packing lists of orders in the language of staff. The document of several orders begins with a summary.
 * @returns Null if an order does not exist.
 */
export async function readPackingListsWithSummary(
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
export async function readDeliveryNote(
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
