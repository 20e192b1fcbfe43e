import { and, asc, eq, gt, isNull } from 'drizzle-orm';
import type { Db } from '#server/api/database/connect.ts';
import { type SiteTx, withSiteTransaction } from '#server/api/database/site-transaction.ts';
import { csvByteOrderMark, formatCsvRow } from '#shared/format-csv-row.ts';
import type { Lang } from '#shared/languages.ts';
import { resolveLocalized } from '#shared/localized.ts';
import { buildNewsletterUnsubscriptionPath } from '#shared/newsletter/unsubscription-path.ts';
import { readNewsletterLists } from './newsletter-repository.ts';
import { newsletterSubscriptions as subscriptions } from './newsletter-tables.ts';

/** Reads the confirmed subscribers of a list whose id is greater than `afterId`, in the order of their ids. */
const readSubscribersAfterId = (tx: SiteTx, listId: number, afterId: number, limit: number) =>
  tx
    .select()
    .from(subscriptions)
    .where(and(eq(subscriptions.listId, listId), isNull(subscriptions.endedAt), gt(subscriptions.id, afterId)))
    .orderBy(asc(subscriptions.id))
    .limit(limit);

const columns = ['email', 'list', 'source', 'form', 'language', 'sentence', 'requested', 'confirmed', 'unsubscribe'];

const batchSize = 1_000;

interface ExportOptions {
  siteId: number;
  /** Id of the newsletter; null for all newsletters of the site. */
  listId: number | null;
  lang: Lang;
  /** Scheme and host of the unsubscription links. */
  origin: string;
}

/**
 * Exports the confirmed subscribers of a site as CSV, in chunks of up to 1,000 rows, so that memory use does not grow
 * with their number. Each row has the unsubscription link that mails of the newsletter must contain.
 */
export async function* exportSubscribersAsCsv(
  db: Db,
  { siteId, listId, lang, origin }: ExportOptions,
): AsyncGenerator<string> {
  const lists = await withSiteTransaction(db, siteId, readNewsletterLists);
  yield csvByteOrderMark + formatCsvRow(columns);
  for (const { id, name } of lists.filter((list) => listId === null || list.id === listId)) {
    const listName = resolveLocalized(name, lang, lang);
    let afterId = 0;
    while (true) {
      const rows = await withSiteTransaction(db, siteId, (tx) => readSubscribersAfterId(tx, id, afterId, batchSize));
      if (rows.length > 0) yield rows.map((row) => formatCsvRow(toCells(row, listName, origin))).join('');
      if (rows.length < batchSize) break;
      afterId = rows.at(-1)?.id ?? afterId;
    }
  }
}

type Subscriber = Awaited<ReturnType<typeof readSubscribersAfterId>>[number];

const toCells = (row: Subscriber, listName: string, origin: string): string[] => [
  row.email,
  listName,
  row.source,
  row.formId === null ? '' : String(row.formId),
  row.lang ?? '',
  row.sentence,
  row.requestedAt?.toISOString() ?? '',
  row.subscribedAt.toISOString(),
  `${origin}${buildNewsletterUnsubscriptionPath(row.unsubscribeToken)}`,
];
