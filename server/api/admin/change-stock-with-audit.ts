import { recordStaffChange } from '#server/api/audit/record-staff-change.ts';
import { recordStockMovement, type StockMovementInput } from '#server/api/catalogue/record-stock-movement.ts';
import { type AppliedStockChange, lockStock } from '#server/api/catalogue/take-and-return-stock.ts';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import { readReservedStock } from '#server/api/orders/read-reserved-stock.ts';
import { type Outcome, refuse } from '#shared/outcome.ts';

type StaffStockMovement = Omit<StockMovementInput, 'reserved' | 'userId'> & { userId: number };

export async function changeStockWithAudit(
  tx: SiteTx,
  movement: StaffStockMovement,
): Promise<Outcome<AppliedStockChange, 'not_found' | 'stock_not_managed' | 'stale_stock' | 'invalid_quantity'>> {
  const { variantId, kind, reason, userId } = movement;
  // The stock is locked before the reserved bottles are counted, so that no order is placed in between.
  await lockStock(tx, [variantId]);
  const reserved = kind !== 'ADD' ? ((await readReservedStock(tx)).get(variantId) ?? 0) : 0;
  const moved = await recordStockMovement(tx, { ...movement, reserved });
  if (!moved.ok) {
    const { refusal } = moved;
    return refusal === 'unknown_variant' ? refuse('not_found') : { ...moved, refusal };
  }
  const { before, after } = moved.value;
  await recordStaffChange(tx, {
    userId,
    resource: 'stock',
    key: variantId,
    action: 'UPDATE',
    before: { quantity: before },
    after: { quantity: after, kind, reason },
  });
  return moved;
}
