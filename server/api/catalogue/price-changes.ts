import { eq, sql } from 'drizzle-orm';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import { sites } from '#server/api/database/sites-table.ts';
import { createTableRows, type RowsOfTable } from '#server/api/database/table-rows.ts';
import { queueSingleJob } from '#server/api/jobs/queue-job.ts';
import { eurosToCents } from '#shared/money.ts';
import { priceHistory } from './catalogue-tables.ts';

interface PastVariantPrice {
  variantId: number;
  /** The price in euros, after discounts. */
  price: number;
  validFrom: Date;
}

/** Converts the prices that applied before the site used the platform to rows of the price history. */
export const toPriceHistoryRows = (prices: readonly PastVariantPrice[]): RowsOfTable =>
  createTableRows(
    priceHistory,
    prices.map(({ variantId, price, validFrom }) => ({
      variantId,
      validFrom,
      price: eurosToCents(price),
    })),
  );

/**
 * Adds the current price of each variant to the price history if it differs from the last entry. The law requires
 * the lowest price of the 30 days before a reduction beside it (docs/rules.md), so every price change is recorded in
 * the transaction that makes it.
 */
export async function recordPriceHistory(tx: SiteTx): Promise<void> {
  await tx.execute(sql`
    insert into price_history (variant_id, valid_from, price)
    select v.id, now(), discounted_price(v.price, v.discount, p.discount)
      from variants v join products p on p.site_id = v.site_id and p.id = v.product_id
     where discounted_price(v.price, v.discount, p.discount) is distinct from (
             select h.price from price_history h
              where h.site_id = v.site_id and h.variant_id = v.id order by h.valid_from desc limit 1)
    on conflict (site_id, variant_id, valid_from) do update set price = excluded.price`);
}

export const applyPricesTaskName = 'apply-planned-prices';

/** Reads the first time at which planned prices of the site begin or began, in milliseconds since 1970. */
async function readNextPriceChangeTime(tx: SiteTx): Promise<number | null> {
  // The time is rounded up, because a job that ran within the millisecond before the instant would not apply the price.
  const { rows } = await tx.execute<{ next: string | null }>(sql`
    select ceil(extract(epoch from min((plan ->> 'from')::timestamptz)) * 1000)::text as next
      from variants, jsonb_array_elements(planned_prices) plan`);
  const next = rows[0]?.next ?? null;
  return next === null ? null : Number(next);
}

/**
 * Queues the job for the next time at which planned prices of the site begin; that job queues the one after it. A site
 * has one such job, however often its planned prices change, because all sites share the queue. The job runs at once
 * for prices that have begun and were not applied, for example because they were saved while the last job was running.
 */
export async function queueNextPriceChange(tx: SiteTx): Promise<void> {
  // The site's row is locked, because a concurrent transaction, whose planned prices are not visible before its commit,
  // would move the job to another time. `notifySiteChanged` locks the same row, so the two locks cannot be taken in
  // different orders.
  await tx.select({ id: sites.id }).from(sites).where(eq(sites.id, tx.siteId)).for('no key update');
  const next = await readNextPriceChangeTime(tx);
  if (next !== null) await queueSingleJob(tx, applyPricesTaskName, new Date(next));
}
