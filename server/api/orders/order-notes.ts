import { and, asc, eq, inArray } from 'drizzle-orm';
import { users } from '#server/api/accounts/accounts-tables.ts';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import { type Outcome, ok, refuse } from '#shared/outcome.ts';
import { lockOrder, type OrderRow } from './order-repository.ts';
import { orderNotes } from './orders-tables.ts';

const maxNotesPerOrder = 100;

interface NewOrderNote {
  orderId: number;
  text: string;
  staffUserId: number;
}

/**
 * Adds an internal note to an order. The order is locked, so that concurrent calls cannot exceed the maximum number of
 * notes.
 */
export async function addOrderNote(
  tx: SiteTx,
  note: NewOrderNote,
): Promise<Outcome<OrderRow, 'not_found' | 'too_many_notes'>> {
  const order = await lockOrder(tx, note.orderId);
  if (!order) return refuse('not_found');
  const count = await tx.$count(orderNotes, eq(orderNotes.orderId, note.orderId));
  if (count >= maxNotesPerOrder) return refuse('too_many_notes');
  await tx.insert(orderNotes).values(note);
  return ok(order);
}

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

/** Deletes the notes about orders, which may contain personal data of their customers. */
export const deleteNotesOfOrders = (tx: SiteTx, orderIds: readonly number[]) =>
  tx.delete(orderNotes).where(inArray(orderNotes.orderId, [...orderIds]));
