import { and, asc, eq, inArray } from 'drizzle-orm';
import { users } from '#server/api/accounts/accounts-tables.ts';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import { orderNotes } from './orders-tables.ts';

/** Reads the notes about orders with their authors, the oldest first. */
export const readNotesOfOrders = (tx: SiteTx, orderIds: readonly number[]) =>
  tx
    .select({
      id: orderNotes.id,
      orderId: orderNotes.orderId,
      text: orderNotes.text,
      createdAt: orderNotes.createdAt,
      author: users.email,
    })
    .from(orderNotes)
    .leftJoin(users, and(eq(users.siteId, orderNotes.siteId), eq(users.id, orderNotes.staffUserId)))
    .where(inArray(orderNotes.orderId, [...orderIds]))
    .orderBy(asc(orderNotes.id));
