import { notifySiteChanged } from '#server/api/changes/notify-site-changed.ts';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import { readParameter } from '#server/api/site/site.ts';
import { countBoxesFromManagedStock } from '#shared/catalogue/count-boxes-from-managed-stock.ts';
import { getQuantityStep } from '#shared/catalogue/quantity-step.ts';
import { getStockLevel } from '#shared/catalogue/stock-level.ts';
import { readSellableRowsOfVariants } from './sellable-repository.ts';
import { addToStockUnlessBelowZero, lockStockRows, readBoxContents } from './stock-repository.ts';

export interface AppliedStockChange {
  variantId: number;
  before: number;
  after: number;
}

/**
 * Locks the stock rows of variants until the transaction ends and returns their quantities; a variant without a row has
 * 0. Rows are locked in ascending order of ids, and before or after other rows as docs/rules.md ("Placing an order")
 * prescribes, so that transactions cannot deadlock.
 */
export async function lockStock(tx: SiteTx, variantIds: readonly number[]): Promise<Map<number, number>> {
  const stock = new Map(variantIds.map((id) => [id, 0]));
  if (stock.size === 0) return stock;
  for (const { variantId, quantity } of await lockStockRows(tx, [...stock.keys()])) stock.set(variantId, quantity);
  return stock;
}

/**
 * Takes quantities from the stock. The caller has locked the rows with `lockStock` and checked
 * that the stock suffices.
 * @throws Error if the stock does not suffice; the transaction must then be rolled back.
 */
export async function takeStock(tx: SiteTx, required: ReadonlyMap<number, number>): Promise<AppliedStockChange[]> {
  if (required.size === 0) return [];
  const changed = await addToStockUnlessBelowZero(tx, new Map([...required].map(([id, quantity]) => [id, -quantity])));
  if (changed.length !== required.size) throw new Error('the stock does not suffice');
  return changed.map(({ variantId, quantity }) => ({
    variantId,
    before: quantity + (required.get(variantId) ?? 0),
    after: quantity,
  }));
}

/** Returns quantities to the stock. Variants that were deleted in the meantime are ignored. */
export async function returnStock(
  tx: SiteTx,
  taken: readonly { variantId: number; quantity: number }[],
): Promise<void> {
  const amounts = new Map<number, number>();
  for (const { variantId, quantity } of taken) amounts.set(variantId, (amounts.get(variantId) ?? 0) + quantity);
  if (amounts.size === 0) return;
  await lockStock(tx, [...amounts.keys()]);
  const changed = await addToStockUnlessBelowZero(tx, amounts);
  await notifyIfStockLevelsChanged(
    tx,
    changed.map(({ variantId, quantity }) => ({
      variantId,
      before: quantity - (amounts.get(variantId) ?? 0),
      after: quantity,
    })),
  );
}

/**
 * Notifies storefronts if cached pages become outdated: a variant, or a box that contains it, sells out, is back in
 * stock, or crosses the limit in STOCK_LIMIT_DISPLAY. Pages read the exact quantities after hydration.
 */
export async function notifyIfStockLevelsChanged(tx: SiteTx, changes: readonly AppliedStockChange[]): Promise<void> {
  if (changes.length > 0 && (await changesStockLevel(tx, changes))) await notifySiteChanged(tx);
}

async function changesStockLevel(tx: SiteTx, changes: readonly AppliedStockChange[]): Promise<boolean> {
  const ids = [...new Set(changes.map(({ variantId }) => variantId))];
  const limit = (await readParameter(tx, 'STOCK_LIMIT_DISPLAY')) ?? 0;
  const level = (quantity: number, step = 1) => getStockLevel({ quantity, setQuantity: true }, limit, step);
  const steps = new Map((await readSellableRowsOfVariants(tx, ids)).map((row) => [row.id, getQuantityStep(row)]));
  const differs = ({ variantId, before, after }: AppliedStockChange): boolean =>
    level(before, steps.get(variantId)) !== level(after, steps.get(variantId));
  if (changes.some(differs)) return true;
  const boxes = Map.groupBy(await readBoxContents(tx, ids), ({ boxId }) => boxId);
  return [...boxes.values()].some((contents) => {
    // A sale changes several contents of a box, so its level is compared over the sequence of all changes.
    const stock = new Map(changes.toReversed().map(({ variantId, before }) => [variantId, before]));
    const getBoxLevel = () =>
      level(
        countBoxesFromManagedStock(
          contents.map((content) => ({
            ...content,
            stock: content.stock === null ? null : (stock.get(content.variantId) ?? content.stock),
          })),
        ),
      );
    const before = getBoxLevel();
    return changes.some(({ variantId, after }) => {
      stock.set(variantId, after);
      return getBoxLevel() !== before;
    });
  });
}
