import { sql } from 'drizzle-orm';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import type { OrderState } from '#shared/orders/order-states.ts';

const openStates: readonly OrderState[] = ['PENDING', 'PAID', 'PREPARING', 'READY'];

/** Reads, by variant id, the quantities taken from the stock by all orders whose bottles are still at the estate. */
export async function readReservedStock(tx: SiteTx): Promise<Map<number, number>> {
  const { rows } = await tx.execute<{ variantId: number; quantity: number }>(sql`
    select (taken ->> 'variantId')::integer as "variantId", sum((taken ->> 'quantity')::integer)::integer as quantity
      from orders o
      join order_lines l on l.site_id = o.site_id and l.order_id = o.id
     cross join lateral jsonb_array_elements(l.stock_taken) taken
     where o.state = any(${sql.param([...openStates])})
     group by 1`);
  return new Map(rows.map(({ variantId, quantity }) => [variantId, quantity]));
}
