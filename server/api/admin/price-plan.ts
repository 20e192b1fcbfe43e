import { eq, inArray } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { recordStaffChange } from '#server/api/audit/record-staff-change.ts';
import { type StoredPlannedPrice, variants } from '#server/api/catalogue/catalogue-tables.ts';
import { queueNextPriceChange } from '#server/api/catalogue/price-changes.ts';
import {
  type ContractCall,
  type ContractRouteDependencies,
  createContractRouter,
} from '#server/api/contract/contract-route.ts';
import type { ServerTextKey } from '#server/api/contract/server-texts.ts';
import { readDatabaseTime } from '#server/api/database/read-database-time.ts';
import { lockItemRevision, raiseItemRevisions } from '#server/api/database/row-revisions.ts';
import { lockSiteForEdit } from '#server/api/database/site-import-lock.ts';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import { createResourceItemRef, type Resource, readItems, type StoredItem } from '#server/api/resources/resource.ts';
import { type PricePlanRow, type PricePlanRowConflict, pricePlanContract } from '#shared/admin/price-plan-contract.ts';
import { findPriceIssue } from '#shared/catalogue/find-price-issues.ts';
import { findPriceBeforeInstant, findPriceStartingAtInstant } from '#shared/catalogue/plan-price.ts';
import {
  applyDuePlannedPrices,
  computeLatestAllowedPriceStart,
  maxPlannedPrices,
} from '#shared/catalogue/planned-price.ts';
import type { ProductInput } from '#shared/catalogue/product-input.ts';
import type { DataOf } from '#shared/endpoint.ts';
import { eurosToCents } from '#shared/money.ts';
import { type Outcome, ok, refuse } from '#shared/outcome.ts';

type PlanPrices = (typeof pricePlanContract)['POST /admin/product/planned-prices'];

interface PricePlan {
  /** The instant from which the prices apply, in ISO 8601. */
  from: string;
  rows: readonly PricePlanRow[];
  userId: number;
}

interface PricePlanRowIssue {
  row: number;
  field: 'idVariant' | 'price' | 'before' | 'replaces';
  text: ServerTextKey;
  values?: Readonly<Record<string, string | number>>;
}

/**
 * Finds the invalid rows of a price plan, and the outdated ones. A row is outdated if the stored prices differ from
 * those in the row: the price before the instant, or a price that is already planned for the instant.
 */
function findPlanIssues(
  rows: readonly PricePlanRow[],
  stored: readonly StoredItem<ProductInput>[],
  instant: Date,
): { issues: PricePlanRowIssue[]; stale: PricePlanRowConflict[] } {
  const products = new Map(stored.map((product) => [Number(product.key), product]));
  const seen = new Set<number>();
  const stale: PricePlanRowConflict[] = [];
  const issues = rows.flatMap(({ idProduct, idVariant, price, before, replaces }, row): PricePlanRowIssue[] => {
    const product = products.get(idProduct);
    const item = product?.item;
    const variant = item?.variants.find(({ id }) => id === idVariant);
    if (!item || !variant || variant.isArchived || product?.archivedAt)
      return [{ row, field: 'idVariant', text: 'admin.row.unknown' }];
    if (seen.has(idVariant)) return [{ row, field: 'idVariant', text: 'admin.row.repeated' }];
    seen.add(idVariant);
    const planned = findPriceStartingAtInstant(variant, instant.getTime());
    const current = findPriceBeforeInstant(variant, instant.getTime());
    if (planned !== replaces || current !== before) {
      stale.push({ idVariant, before: current, planned });
      return [
        ...(current !== before ? [{ row, field: 'before', text: 'admin.row.stale_price' } as const] : []),
        ...(planned !== replaces ? [{ row, field: 'replaces', text: 'admin.row.planned_already' } as const] : []),
      ];
    }
    if (planned === null && variant.plannedPrices.length >= maxPlannedPrices)
      return [{ row, field: 'price', text: 'admin.row.too_many_plans', values: { max: maxPlannedPrices } }];
    const { discount } = applyDuePlannedPrices(variant, instant);
    const issue = findPriceIssue({ price, discount }, item.discount);
    return issue ? [{ row, field: 'price', text: `field.${issue}` }] : [];
  });
  return { issues, stale };
}

interface PlanPricesResult {
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
async function planPrices(
  tx: SiteTx,
  resource: Resource<ProductInput>,
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
  const { issues, stale } = findPlanIssues(rows, stored, instant);
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

export function pricePlanRoute(
  app: FastifyInstance,
  productResource: Resource<ProductInput>,
  dependencies: ContractRouteDependencies,
): void {
  const route = createContractRouter(app, 'admin', pricePlanContract, dependencies);
  route('POST /admin/product/planned-prices', ({ body, user, translate, runIdempotentChange }) =>
    runIdempotentChange<DataOf<PlanPrices>, 'invalid_rows' | 'stale_plans' | 'planned_in_past' | 'planned_too_late'>({
      run: async (tx) => {
        const planned = await planPrices(tx, productResource, { ...body, userId: user.id });
        return planned.ok ? toOutcome(planned.value, translate) : planned;
      },
    }),
  );
}

function toOutcome(
  { products, issues, stale }: PlanPricesResult,
  translate: ContractCall<PlanPrices>['translate'],
): Outcome<DataOf<PlanPrices>, 'invalid_rows' | 'stale_plans'> {
  if (issues.length === 0) return ok({ products });
  const errors = issues.map(({ row, field, text, values }) => [`rows.${row}.${field}`, translate(text, values)]);
  const details = { errors: Object.fromEntries(errors) };
  if (stale.length === 0) return refuse('invalid_rows', details);
  return { ...refuse('stale_plans', details), current: { rows: stale } };
}
