import { sql } from 'drizzle-orm';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import { createTableRows, type RowsOfTable } from '#server/api/database/table-rows.ts';
import { eurosToCents } from '#shared/money.ts';
import { priceHistory } from './stock-tables.ts';

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
