import { giveBackStock } from '#server/api/catalogue/catalogue.ts';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import { deleteCodeUse } from '#server/api/discounts/discounts-repository.ts';
import { queueMail } from '#server/api/mail/queue-mail.ts';
import { givesStockBack, nextStates, type OrderState } from '#shared/orders/order-states.ts';
import { type Outcome, ok, refuse } from '#shared/outcome.ts';
import { lockOrder, readStockTaken, saveMove } from './order-changes-repository.ts';
import type { OrderRow } from './order-reading-repository.ts';
import { type MailPlace, orderStateMail } from './order-state-mail.ts';

export interface WantedMove {
  orderId: number;
  state: OrderState;
  /** Who of the staff does it. */
  byUserId: number;
}

/**
 * Moves an order to another state. The order is locked first: of two who cancel it at once one is refused, and the stock
 * comes back once. Stock, code, word to the pages and mail are of the same transaction. docs/rules.md, "States of an order".
 */
export async function changeOrderState(
  tx: SiteTx,
  { orderId, state, byUserId }: WantedMove,
  place: MailPlace,
): Promise<Outcome<OrderRow, 'not_found' | 'move_not_allowed'>> {
  const order = await lockOrder(tx, orderId);
  if (!order) return refuse('not_found');
  if (!nextStates(order.state, order.deliveryType).includes(state)) return refuse('move_not_allowed');
  await saveMove(tx, orderId, state, byUserId);
  if (givesStockBack(state)) {
    await giveBackStock(tx, await readStockTaken(tx, orderId));
    await deleteCodeUse(tx, orderId);
  }
  const mail = orderStateMail(order, state, place);
  if (mail) await queueMail(tx, mail);
  return ok({ ...order, state });
}
