import type { Db } from '#server/api/database/connect.ts';
import { inSite } from '#server/api/database/site-transaction.ts';
import { mails } from '#server/api/jobs/mail-tables.ts';
import { orderLines, orderStateMoves, orders } from '#server/api/ordering/order-tables.ts';
import { codeUses } from '#server/api/ordering/shop-tables.ts';
import type { Customer } from './customer.ts';

type OrderValues = typeof orders.$inferInsert;
type LineValues = typeof orderLines.$inferInsert;

export interface OrderWish {
  order?: Partial<OrderValues>;
  lines?: Partial<LineValues>[];
  /** The id of a code that it has used. */
  codeId?: number;
}

export const billing = {
  firstname: 'Camille',
  lastname: 'Vignaud',
  address: '3 rue du Puits',
  addressPart2: '',
  postalCode: '16100',
  city: 'Cognac',
  country: 'FR',
};

let count = 0;

/** An order as it stands in the database, without having been placed: the stock is as if it had. Answers its id. */
export async function putOrder(
  { db }: { db: Db },
  customer: Pick<Customer, 'id' | 'site' | 'email'>,
  { order = {}, lines = [{}], codeId }: OrderWish = {},
): Promise<number> {
  count++;
  return inSite(db, customer.site, async (tx) => {
    const [row] = await tx
      .insert(orders)
      .values({
        number: `2026-${String(90_000 + count)}`,
        userId: customer.id,
        email: customer.email,
        lang: 'fr_FR',
        state: 'PENDING',
        deliveryType: 'DELIVERY',
        bottles: 2,
        subtotal: 2_400,
        discount: 0,
        shippingFees: 1_200,
        total: 3_600,
        vat: [{ rate: 20, total: 3_600, vat: 600 }],
        carrier: { id: 1, name: 'À domicile', serviceCode: 'HOME' },
        deliveryAddress: billing,
        billingAddress: billing,
        phone: '05 45 00 00 00',
        message: 'Laissez chez la voisine',
        paymentMethod: 'TRANSFER',
        termsVersion: '0'.repeat(64),
        ...order,
      })
      .returning({ id: orders.id, state: orders.state });
    if (!row) throw new Error('no order was put');
    const line: Omit<LineValues, 'position'> = {
      orderId: row.id,
      declinationId: 11,
      productId: 1,
      name: 'Cuvée Été',
      type: 'WINE',
      kind: 'red',
      year: 2022,
      capacity: 75,
      capacityUnit: 'CENTILITRE',
      reference: 'R11',
      quantity: 2,
      fullPrice: 1_200,
      price: 1_200,
      vatRate: 20,
      stockTaken: [{ declinationId: 11, quantity: 2 }],
    };
    await tx.insert(orderLines).values(lines.map((own, position) => ({ ...line, position, ...own })));
    await tx.insert(orderStateMoves).values({ orderId: row.id, state: row.state });
    if (codeId !== undefined)
      await tx.insert(codeUses).values({ codeId, orderId: row.id, userId: customer.id, usedOn: '2026-01-15' });
    return row.id;
  });
}

/** Every mail of an estate, the first ones first. */
export const mailsOf = ({ db }: { db: Db }, siteId: number) =>
  inSite(db, siteId, (tx) => tx.select().from(mails).orderBy(mails.id));
