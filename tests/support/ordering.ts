import { eq, inArray } from 'drizzle-orm';
import { stock } from '#server/api/catalogue/catalogue-tables.ts';
import { inSite } from '#server/api/database/site-transaction.ts';
import type { Customer } from './customer.ts';
import { orderWish } from './order-wish.ts';
import type { TestApi } from './test-api.ts';

export interface OrderOptions {
  key?: string;
  lang?: string;
  site?: number;
}

/** What a test of orders does again and again. */
export function ordering(api: TestApi) {
  return {
    order: (customer: Customer, body: unknown = orderWish(), { key, lang = 'fr_FR', site = 40 }: OrderOptions = {}) =>
      api.call<'POST /order'>('/order', {
        ...{ method: 'POST', site, lang, body },
        headers: { ...customer.headers, ...(key !== undefined && { 'idempotency-key': key }) },
      }),
    left: async (id: number, site = 40): Promise<number | undefined> => {
      const rows = await inSite(api.db, site, (tx) => tx.select().from(stock).where(eq(stock.declinationId, id)));
      return rows[0]?.quantity;
    },
    /** Puts so many of each declination into the stock. */
    fill: async (quantities: Readonly<Record<number, number>>, site = 40): Promise<void> => {
      const rows = Object.entries(quantities).map(([id, quantity]) => ({ declinationId: Number(id), quantity }));
      await inSite(api.db, site, async (tx) => {
        await tx.delete(stock).where(
          inArray(
            stock.declinationId,
            rows.map(({ declinationId }) => declinationId),
          ),
        );
        await tx.insert(stock).values(rows);
      });
    },
  };
}
