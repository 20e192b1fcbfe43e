import { notifySiteChanged } from '#server/api/changes/notify-site-changed.ts';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import { readParameter } from '#server/api/site/site.ts';
import { stockLevel } from '#shared/catalogue/stock-level.ts';
import { lockStockRows, moveStockRows, readContentsOfBoxesWith, readSellableRowsById } from './sellable-repository.ts';

/** What is left of a declination, before and after something was sold or given back. */
export interface StockMove {
  variantId: number;
  before: number;
  after: number;
}

/**
 * What is left of declinations, which nobody else can change until the transaction ends; one without a stock has 0.
 * Rows are locked in the order of their ids, and before anything else that an order locks: nobody waits in a circle.
 */
export async function lockStock(tx: SiteTx, declinationIds: readonly number[]): Promise<Map<number, number>> {
  const left = new Map(declinationIds.map((id) => [id, 0]));
  if (left.size === 0) return left;
  for (const { declinationId, quantity } of await lockStockRows(tx, [...left.keys()]))
    left.set(declinationId, quantity);
  return left;
}

/**
 * Takes from the stock what `lockStock` has shown to be there. Answers what moved.
 * @throws where less is left: the transaction then leaves everything as it was.
 */
export async function takeFromStock(tx: SiteTx, need: ReadonlyMap<number, number>): Promise<StockMove[]> {
  if (need.size === 0) return [];
  const moved = await moveStockRows(tx, new Map([...need].map(([id, quantity]) => [id, -quantity])));
  if (moved.length !== need.size) throw new Error('more was taken from the stock than is left of it');
  return moved.map(({ id, left }) => ({ declinationId: id, before: left + (need.get(id) ?? 0), after: left }));
}

/** Gives the stock back what was taken from it; declinations that are gone have none to give back to. */
export async function returnStock(
  tx: SiteTx,
  taken: readonly { declinationId: number; quantity: number }[],
): Promise<void> {
  const amounts = new Map<number, number>();
  for (const { declinationId, quantity } of taken)
    amounts.set(declinationId, (amounts.get(declinationId) ?? 0) + quantity);
  if (amounts.size === 0) return;
  await lockStock(tx, [...amounts.keys()]);
  const moved = await moveStockRows(tx, amounts);
  await notifyStockChanged(
    tx,
    moved.map(({ id, left }) => ({ declinationId: id, before: left - (amounts.get(id) ?? 0), after: left })),
  );
}

/**
 * Notifies storefronts where cached pages show something else from now on: a variant, or a box that contains it, sells
 * out, is back in stock, or crosses STOCK_LIMIT_DISPLAY. Pages read every other quantity after hydration.
 */
export async function notifyStockChanged(tx: SiteTx, moves: readonly StockMove[]): Promise<void> {
  if (moves.length > 0 && (await changesPages(tx, moves))) await notifySiteChanged(tx);
}

async function changesPages(tx: SiteTx, moves: readonly StockMove[]): Promise<boolean> {
  const ids = [...new Set(moves.map(({ variantId: declinationId }) => declinationId))];
  const limit = (await readParameter(tx, 'STOCK_LIMIT_DISPLAY')) ?? 0;
  const level = (quantity: number, step = 1) => stockLevel({ quantity, setQuantity: true }, limit, step);
  const rows = await readSellableRowsById(tx, ids);
  const steps = new Map(rows.map((row) => [row.id, row.isVintage ? row.sellByMultipleOf : 1]));
  const differs = ({ variantId: declinationId, before, after }: StockMove): boolean =>
    level(before, steps.get(declinationId)) !== level(after, steps.get(declinationId));
  if (moves.some(differs)) return true;
  const boxes = Map.groupBy(await readContentsOfBoxesWith(tx, ids), ({ boxId }) => boxId);
  return [...boxes.values()].some((parts) =>
    moves.some(({ variantId: declinationId, before, after }) => {
      const part = parts.find((each) => each.declinationId === declinationId);
      if (!part) return false;
      const others = parts.filter((each) => each !== part).map(({ left, quantity }) => Math.floor(left / quantity));
      const boxesWith = (left: number) => Math.min(Math.floor(left / part.quantity), ...others);
      return level(boxesWith(before)) !== level(boxesWith(after));
    }),
  );
}
