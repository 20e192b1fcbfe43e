import { eq, inArray } from 'drizzle-orm';
import { recordStaffChange } from '#server/api/audit/record-staff-change.ts';
import { queueNextPriceChange } from '#server/api/catalogue/next-price-change.ts';
import { type StoredPlannedPrice, variants } from '#server/api/catalogue/product-tables.ts';
import { readDatabaseTime } from '#server/api/database/read-database-time.ts';
import { lockItemRevision, raiseItemRevisions } from '#server/api/database/row-revisions.ts';
import { lockSiteForEdit } from '#server/api/database/site-import-lock.ts';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import { readItems } from '#server/api/resources/read-item.ts';
import { createResourceItemRef, type Resource } from '#server/api/resources/resource.ts';
import type { PricePlanRow, PricePlanRowConflict } from '#shared/admin/price-plan-contract.ts';
import { applyDuePlannedPrices, computeLatestAllowedPriceStart } from '#shared/catalogue/planned-price.ts';
import { eurosToCents } from '#shared/money.ts';
import { type Outcome, ok, refuse } from '#shared/outcome.ts';
import { findPricePlanIssuesAndConflicts, type PricePlanRowIssue } from './find-price-plan-issues-and-conflicts.ts';

interface PricePlan {
  /** The instant from which the prices apply, in ISO 8601. */
  from: string;
  rows: readonly PricePlanRow[];
  userId: number;
}

export interface PlanPricesResult {
  products: { id: number; revision: number }[];
  /** The invalid rows. The transaction must be rolled back if there are any. */
  issues: PricePlanRowIssue[];
  /**
   * The rows whose stored prices differ from those that the caller knows. The transaction must be rolled back if there
   * are any.
   */
  stale: PricePlanRowConflict[];
}

/**
 * Plans the prices of many variants from one instant on, with entries in the audit log. Visitors do not see planned
 * prices, so no page becomes outdated. At the instant, the job for planned prices applies them and records them in the
 * price history.
 */
export async function planPrices(
  tx: SiteTx,
  resource: Resource,
  { from, rows, userId }: PricePlan,
): Promise<Outcome<PlanPricesResult, 'planned_in_past' | 'planned_too_late'>> {
  await lockSiteForEdit(tx);
  const instant = new Date(from);
  const now = await readDatabaseTime(tx);
  if (instant <= now) return refuse('planned_in_past');
  if (instant.getTime() > computeLatestAllowedPriceStart(now)) return refuse('planned_too_late');
  const productIds = [...new Set(rows.map(({ idProduct }) => idProduct))].sort((a, b) => a - b);
  for (const id of productIds) await lockItemRevision(tx, createResourceItemRef(resource, id));
  const stored = await readItems(tx, resource, productIds);
  const { issues, stale } = findPricePlanIssuesAndConflicts(rows, stored, instant);
  if (issues.length > 0 || stale.length > 0) return ok({ products: [], issues, stale });
  await savePlans(tx, rows, instant);
  await queueNextPriceChange(tx);
  await raiseItemRevisions(
    tx,
    productIds.map((id) => createResourceItemRef(resource, id)),
  );
  const before = new Map(stored.map((product) => [product.key, product.item]));
  const after = await readItems(tx, resource, productIds);
  for (const { key, item } of after) {
    const change = { before: before.get(key) ?? null, after: item };
    await recordStaffChange(tx, { userId, resource, key, action: 'UPDATE', ...change });
  }
  return ok({ products: after.map(({ key, revision }) => ({ id: Number(key), revision })), issues, stale });
}

/** Adds the prices to the variants' plans. A variant keeps the discount that it would have at the instant. */
async function savePlans(tx: SiteTx, rows: readonly PricePlanRow[], instant: Date): Promise<void> {
  const prices = new Map(rows.map(({ idVariant, price }) => [idVariant, eurosToCents(price)]));
  const planned = await tx
    .select({
      id: variants.id,
      price: variants.price,
      discount: variants.discount,
      plannedPrices: variants.plannedPrices,
    })
    .from(variants)
    .where(inArray(variants.id, [...prices.keys()]));
  for (const variant of planned) {
    const { discount } = applyDuePlannedPrices(variant, instant);
    const plan = { from: instant.toISOString(), price: prices.get(variant.id) ?? variant.price, discount };
    await tx
      .update(variants)
      .set({ plannedPrices: insertPlan(variant.plannedPrices, plan) })
      .where(eq(variants.id, variant.id));
  }
}

/** Inserts a planned price in order of time. It replaces a planned price of the same instant. */
const insertPlan = (plans: readonly StoredPlannedPrice[], plan: StoredPlannedPrice): StoredPlannedPrice[] =>
  [...plans.filter(({ from }) => Date.parse(from) !== Date.parse(plan.from)), plan].sort(
    (a, b) => Date.parse(a.from) - Date.parse(b.from),
  );
