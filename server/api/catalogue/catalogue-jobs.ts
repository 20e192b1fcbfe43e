import { eq, inArray, sql } from 'drizzle-orm';
import { notifySiteChanged } from '#server/api/changes/notify-site-changed.ts';
import { filterUneditedIds, markAsImported } from '#server/api/database/imported-row-hashes.ts';
import { readDatabaseTime } from '#server/api/database/read-database-time.ts';
import { createItemRef, lockItemRevision, raiseItemRevisions } from '#server/api/database/row-revisions.ts';
import { lockSiteForEdit } from '#server/api/database/site-import-lock.ts';
import { type SiteTx, withSiteTransaction } from '#server/api/database/site-transaction.ts';
import { getTableShape } from '#server/api/database/table-rows.ts';
import type { JobDefinitions, JobTask } from '#server/api/jobs/task-list.ts';
import { applyDuePlannedPrices } from '#shared/catalogue/planned-price.ts';
import { products, variants } from './catalogue-tables.ts';
import { applyPricesTaskName, queueNextPriceChange, recordPriceHistory } from './price-changes.ts';

/**
 * Applies the planned prices that have begun, records them in the price history, and notifies the storefronts. Queues
 * the job for the next planned prices even if none have begun.
 */
export async function applyDuePrices(tx: SiteTx, now: Date): Promise<void> {
  await lockSiteForEdit(tx);
  const productIds = [...new Set((await readDueVariants(tx, now)).map(({ productId }) => productId))];
  if (productIds.length === 0) return queueNextPriceChange(tx);
  const items = productIds.map((id) => createItemRef(getTableShape(products).name, id));
  for (const item of items) await lockItemRevision(tx, item);
  // The variants are read again, because another transaction may have saved the products before they were locked.
  // Products that have become due since are left to the next run, because they are not locked.
  const due = (await readDueVariants(tx, now)).filter(({ productId }) => productIds.includes(productId));
  const dueIds = due.map(({ id }) => id);
  const unedited = await filterUneditedIds(tx, variants, dueIds);
  for (const variant of due) {
    const { price, discount, plannedPrices } = applyDuePlannedPrices(variant, now);
    await tx
      .update(variants)
      .set({ price, discount, plannedPrices: [...plannedPrices] })
      .where(eq(variants.id, variant.id));
  }
  await markAsImported(tx, variants, unedited);
  await queueNextPriceChange(tx);
  await raiseItemRevisions(tx, items);
  await recordPriceHistory(tx);
  await notifySiteChanged(tx);
}

/**
 * Reads the variants with a planned price that has begun, in ascending order of the products, in which the products are
 * locked.
 */
const readDueVariants = (tx: SiteTx, now: Date) =>
  tx
    .select({
      id: variants.id,
      productId: variants.productId,
      price: variants.price,
      discount: variants.discount,
      plannedPrices: variants.plannedPrices,
    })
    .from(variants)
    .where(
      inArray(
        variants.id,
        sql`(select v.id from variants v, jsonb_array_elements(v.planned_prices) plan
              where (plan ->> 'from')::timestamptz <= ${now.toISOString()}::timestamptz)`,
      ),
    )
    .orderBy(variants.productId, variants.id);

// The current time is read from the database, whose clock decides when the job is due. A server whose clock is behind
// would find no price that has begun.
const applyPrices: JobTask = ({ db, siteId }) =>
  withSiteTransaction(db, siteId, async (tx) => applyDuePrices(tx, await readDatabaseTime(tx)));

export const plannedPriceJobs = {
  tasks: { [applyPricesTaskName]: applyPrices },
  // The hourly job applies prices whose queued job is missing, for example after a backup was restored.
  hourly: { 'apply-overdue-prices': applyPrices },
} satisfies JobDefinitions;
