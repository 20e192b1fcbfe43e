import { sql } from 'drizzle-orm';
import type { SiteTx } from '#server/api/database/site-transaction.ts';

/**
 * Notes in the price history what is asked now, where that is not what its last entry says: the prior price that a
 * reduction must name is told from it (docs/rules.md).
 */
export async function recordPrices(tx: SiteTx): Promise<void> {
  await tx.execute(sql`
    insert into price_history (declination_id, valid_from, price)
    select d.id, now(), discounted_price(d.price, d.discount, p.discount)
      from declinations d join products p on p.site_id = d.site_id and p.id = d.product_id
     where discounted_price(d.price, d.discount, p.discount) is distinct from (
             select h.price from price_history h
              where h.site_id = d.site_id and h.declination_id = d.id order by h.valid_from desc limit 1)`);
}
