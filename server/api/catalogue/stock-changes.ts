import { eq, inArray } from 'drizzle-orm';
import { allowHeldReads } from '#server/api/changes/held-reads.ts';
import { notifySiteChanged } from '#server/api/changes/notify-site-changed.ts';
import type { Db } from '#server/api/database/connect.ts';
import { runSql, type SiteTx, withSiteTransaction } from '#server/api/database/site-transaction.ts';
import { readParameter } from '#server/api/site/site.ts';
import { countBoxesFromManagedStock } from '#shared/catalogue/count-boxes-from-managed-stock.ts';
import { getQuantityStep } from '#shared/catalogue/quantity-step.ts';
import { getStockLevel } from '#shared/catalogue/stock-level.ts';
import {
  computeStockAfterMovement,
  getStockReplacedByMovement,
  type StockMovementKind,
} from '#shared/catalogue/stock-movement.ts';
import { type Outcome, ok, refuse } from '#shared/outcome.ts';
import { boxContents, manualStockMovements, products, stock, variants } from './catalogue-tables.ts';
import { addToStock, managedStockQuantitySql } from './product-repository.ts';
import { readSellableRowsOfVariants } from './read-sellable-items.ts';

/** Locks stock rows until the transaction ends, in ascending order of ids so that transactions cannot deadlock. */
const lockStockRows = (tx: SiteTx, variantIds: readonly number[]) =>
  runSql<{ variantId: number; quantity: number }>(
    tx,
    `select variant_id as "variantId", quantity from stock
      where variant_id = any($1::integer[]) order by variant_id for update`,
    [variantIds],
  );

/** Reads all boxes that contain any of the variants: every content of such a box with its managed stock. */
const readBoxContents = (tx: SiteTx, variantIds: readonly number[]) =>
  tx
    .select({
      boxId: boxContents.productId,
      variantId: boxContents.variantId,
      quantity: boxContents.quantity,
      stock: managedStockQuantitySql,
    })
    .from(boxContents)
    .innerJoin(variants, eq(variants.id, boxContents.variantId))
    .leftJoin(stock, eq(stock.variantId, boxContents.variantId))
    .where(
      inArray(
        boxContents.productId,
        tx
          .select({ id: boxContents.productId })
          .from(boxContents)
          .where(inArray(boxContents.variantId, [...variantIds])),
      ),
    );

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
  const { rows } = await lockStockRows(tx, [...stock.keys()]);
  for (const { variantId, quantity } of rows) stock.set(variantId, quantity);
  return stock;
}

/**
 * Takes quantities from the stock. The caller has locked the rows with `lockStock` and checked
 * that the stock suffices.
 * @throws Error if the stock does not suffice; the transaction must then be rolled back.
 */
export async function takeStock(tx: SiteTx, required: ReadonlyMap<number, number>): Promise<AppliedStockChange[]> {
  if (required.size === 0) return [];
  const changed = await addToStock(tx, new Map([...required].map(([id, quantity]) => [id, -quantity])));
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
  const changed = await addToStock(tx, amounts);
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
  const [parameter, rows, contentsOfBoxes] = await Promise.all([
    readParameter(tx, 'STOCK_LIMIT_DISPLAY'),
    readSellableRowsOfVariants(tx, ids),
    readBoxContents(tx, ids),
  ]);
  const limit = parameter ?? 0;
  const level = (quantity: number, step = 1) => getStockLevel({ quantity, setQuantity: true }, limit, step);
  const steps = new Map(rows.map((row) => [row.id, getQuantityStep(row)]));
  const differs = ({ variantId, before, after }: AppliedStockChange): boolean =>
    level(before, steps.get(variantId)) !== level(after, steps.get(variantId));
  if (changes.some(differs)) return true;
  const boxes = Map.groupBy(contentsOfBoxes, ({ boxId }) => boxId);
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

export interface StockMovementInput {
  variantId: number;
  kind: StockMovementKind;
  /** Bottles to add, or the new number of bottles, depending on `kind` (see `stockMovementKinds`). */
  quantity: number;
  /**
   * The number of bottles that the caller has read and that the movement replaces (see `getStockReplacedByMovement`).
   * If that number has changed, the movement is refused. ADD replaces none and ignores this property.
   */
  before?: number | undefined;
  /** Free text, such as the reason for the movement; may be empty. */
  reason: string;
  /** The staff member who moves the stock; null if it was moved on the command line. */
  userId: number | null;
  /**
   * Bottles that open orders have taken from the stock and that are still in the cellar, so a stocktaking counts them.
   */
  reserved: number;
}

/**
 * Changes the stock of a variant, records the movement with its reason, and notifies the storefronts if cached pages
 * become outdated. The refusal `stale_stock` contains the stored stock. The movement of a box, or of a variant that is
 * always available, is refused, because it would have no effect.
 */
export async function recordStockMovement(
  tx: SiteTx,
  { variantId, kind, quantity, before: seen, reason, userId, reserved }: StockMovementInput,
): Promise<Outcome<AppliedStockChange, 'unknown_variant' | 'stock_not_managed' | 'stale_stock' | 'invalid_quantity'>> {
  const [variant] = await tx
    .select({ isStockManaged: variants.isStockManaged, type: products.type })
    .from(variants)
    .innerJoin(products, eq(products.id, variants.productId))
    .where(eq(variants.id, variantId));
  if (!variant) return refuse('unknown_variant');
  if (!variant.isStockManaged || variant.type === 'BOX') return refuse('stock_not_managed');
  const createdAt = new Date();
  // Inserts the stock row if there is none, because a row that does not exist cannot be locked.
  await tx.insert(stock).values({ variantId, quantity: 0, lastMovedAt: createdAt }).onConflictDoNothing();
  const before = (await lockStock(tx, [variantId])).get(variantId) ?? 0;
  const current = { quantity: before, reserved };
  const stockToReplace = getStockReplacedByMovement(kind, current);
  if (seen !== undefined && stockToReplace !== null && seen !== stockToReplace)
    return { ...refuse('stale_stock', { values: current }), current };
  const after = computeStockAfterMovement({ kind, quantity }, before, reserved);
  if (after === null) return refuse('invalid_quantity', { values: { before: String(before) } });
  await tx.update(stock).set({ quantity: after, lastMovedAt: createdAt }).where(eq(stock.variantId, variantId));
  await tx.insert(manualStockMovements).values({ variantId, kind, before, after, reason, userId, createdAt });
  const move = { variantId, before, after };
  await notifyIfStockLevelsChanged(tx, [move]);
  return ok(move);
}

/** Minimum time between two notifications of one site, in milliseconds. */
const stockNotificationThrottleMs = 1_000;

/** Notifies storefronts of stock changes that cached pages show, such as "few left" and "sold out". */
export interface StockChangeNotifier {
  /** Schedules a notification and returns at once. Call it after the changes of stock have been committed. */
  notify(siteId: number, changes: readonly AppliedStockChange[]): void;
  /** Sends pending notifications immediately, for shutdown. */
  close(): Promise<void>;
}

interface Pending {
  changes: AppliedStockChange[];
  timer: NodeJS.Timeout | null;
  sending: Promise<void>;
}

/**
 * Creates a notifier that sends a notification at once, then at most one per site in `stockNotificationThrottleMs`,
 * with the changes collected meanwhile. Each process throttles separately. A notification that a crash loses is
 * harmless, because pages read quantities after hydration.
 */
export function createStockChangeNotifier(db: Db, onError: (error: unknown) => void): StockChangeNotifier {
  const sites = new Map<number, Pending>();

  const send = (siteId: number, pending: Pending): Promise<void> => {
    const changes = pending.changes.splice(0);
    return withSiteTransaction(db, siteId, (tx) => {
      allowHeldReads(tx);
      return notifyIfStockLevelsChanged(tx, changes);
    }).catch(onError);
  };

  const flush = (siteId: number, pending: Pending): void => {
    if (pending.changes.length === 0) return void sites.delete(siteId);
    pending.sending = send(siteId, pending);
    pending.timer = setTimeout(
      () => void pending.sending.then(() => flush(siteId, pending)),
      stockNotificationThrottleMs,
    );
    pending.timer.unref();
  };

  return {
    notify(siteId, changes) {
      if (changes.length === 0) return;
      const existing = sites.get(siteId);
      if (existing) {
        for (const each of changes) existing.changes.push(each);
        return;
      }
      const pending: Pending = { changes: [...changes], timer: null, sending: Promise.resolve() };
      sites.set(siteId, pending);
      flush(siteId, pending);
    },
    async close() {
      const open = [...sites];
      sites.clear();
      for (const [siteId, pending] of open) {
        if (pending.timer) clearTimeout(pending.timer);
        await pending.sending;
        if (pending.changes.length > 0) await send(siteId, pending);
      }
    },
  };
}
