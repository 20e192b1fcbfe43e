import { sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { recordStaffChange } from '#server/api/audit/record-staff-change.ts';
import { recordPriceHistory } from '#server/api/catalogue/price-changes.ts';
import { readLastMovementIds } from '#server/api/catalogue/product-repository.ts';
import { lockStock } from '#server/api/catalogue/stock-changes.ts';
import { notifySiteChanged } from '#server/api/changes/notify-site-changed.ts';
import {
  type ContractCall,
  type ContractRouteDependencies,
  createContractRouter,
} from '#server/api/contract/contract-route.ts';
import type { ServerTextKey } from '#server/api/contract/server-texts.ts';
import { lockItemRevision, raiseItemRevisions } from '#server/api/database/row-revisions.ts';
import { lockSiteForEdit } from '#server/api/database/site-import-lock.ts';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import { createResourceItemRef, type Resource, readItems, type StoredItem } from '#server/api/resources/resource.ts';
import {
  type PriceListRowChange,
  type PriceListRowConflict,
  priceListContract,
} from '#shared/admin/price-list-contract.ts';
import { findPriceIssue } from '#shared/catalogue/find-price-issues.ts';
import type { ProductInput } from '#shared/catalogue/product-input.ts';
import type { DataOf } from '#shared/endpoint.ts';
import { eurosToCents } from '#shared/money.ts';
import { type Outcome, ok, refuse } from '#shared/outcome.ts';
import { changeStockWithAudit } from './stock-routes.ts';

type SavePrices = (typeof priceListContract)['PUT /admin/product/prices'];

interface PriceListRowIssue {
  row: number;
  field: 'idVariant' | 'price' | 'stock';
  text: ServerTextKey;
  values?: Readonly<Record<string, string | number>>;
}

/**
 * Locks the stock that a price list changes. Finds the invalid rows of the list, and those whose price or stock was
 * changed after the list was shown. Orders make no row stale, because they record no stock movement.
 */
async function lockPriceListRows(
  tx: SiteTx,
  rows: readonly PriceListRowChange[],
  stored: readonly StoredItem<ProductInput>[],
): Promise<{ issues: PriceListRowIssue[]; stale: PriceListRowConflict[] }> {
  const variantIds = rows.map(({ idVariant }) => idVariant);
  const stockIds = rows.flatMap(({ idVariant, stock }) => (stock ? [idVariant] : [])).sort((a, b) => a - b);
  const quantities = await lockStock(tx, stockIds);
  const movements = await readLastMovementIds(tx, variantIds);
  const products = new Map(stored.map((product) => [Number(product.key), product]));
  const seen = new Set<number>();
  const stale: PriceListRowConflict[] = [];
  const issues = rows.flatMap(({ idProduct, idVariant, price, stock }, row): PriceListRowIssue[] => {
    const product = products.get(idProduct);
    const variant = product?.item.variants.find(({ id }) => id === idVariant);
    if (!product || !variant || variant.isArchived || product.archivedAt)
      return [{ row, field: 'idVariant', text: 'admin.row.unknown' }];
    if (seen.has(idVariant)) return [{ row, field: 'idVariant', text: 'admin.row.repeated' }];
    seen.add(idVariant);
    const lastMovement = movements.get(idVariant) ?? 0;
    const isPriceStale = price !== undefined && variant.price !== price.shown;
    const isStockStale = stock !== undefined && lastMovement !== stock.lastMovement;
    if (isPriceStale || isStockStale) {
      const stored = { quantity: quantities.get(idVariant) ?? 0, lastMovement };
      stale.push({
        idVariant,
        ...(isPriceStale && { price: variant.price }),
        ...(isStockStale && { stock: stored }),
      });
      return [
        ...(isPriceStale ? [{ row, field: 'price', text: 'admin.row.stale_price' } as const] : []),
        ...(isStockStale ? [{ row, field: 'stock', text: 'admin.row.stale_stock' } as const] : []),
      ];
    }
    const issue = price && findPriceIssue({ price: price.next, discount: variant.discount }, product.item.discount);
    return issue ? [{ row, field: 'price', text: `field.${issue}` }] : [];
  });
  return { issues, stale };
}

interface PriceListResult {
  products: { id: number; revision: number }[];
  /** The invalid rows. The transaction must be rolled back if there are any. */
  issues: PriceListRowIssue[];
  /** The stored values of rows that another user has changed. The transaction must be rolled back if there are any. */
  stale: PriceListRowConflict[];
}

async function savePriceList(
  tx: SiteTx,
  resource: Resource<ProductInput>,
  rows: readonly PriceListRowChange[],
  userId: number,
): Promise<PriceListResult> {
  await lockSiteForEdit(tx);
  const productIds = [...new Set(rows.map(({ idProduct }) => idProduct))].sort((a, b) => a - b);
  for (const id of productIds) await lockItemRevision(tx, createResourceItemRef(resource, id));
  const stored = await readItems(tx, resource, productIds);
  const { issues, stale } = await lockPriceListRows(tx, rows, stored);
  if (issues.length > 0) return { products: [], issues, stale };
  const changed = await savePrices(tx, resource, rows);
  for (const each of await saveStock(tx, rows, userId)) issues.push(each);
  const after = issues.length > 0 ? stored : await readItems(tx, resource, productIds);
  const before = new Map(stored.map((product) => [product.key, product.item]));
  for (const { key, item } of after) {
    if (!changed.has(Number(key))) continue;
    const change = { before: before.get(key) ?? null, after: item };
    await recordStaffChange(tx, { userId, resource, key, action: 'UPDATE', ...change });
  }
  return { products: after.map(({ key, revision }) => ({ id: Number(key), revision })), issues, stale };
}

async function savePrices(
  tx: SiteTx,
  resource: Resource<ProductInput>,
  rows: readonly PriceListRowChange[],
): Promise<Set<number>> {
  const priced = rows.flatMap(({ idProduct, idVariant, price }) =>
    price === undefined ? [] : [{ product: idProduct, variant: idVariant, price: eurosToCents(price.next) }],
  );
  if (priced.length === 0) return new Set();
  await tx.execute(sql`
    update variants set price = change.price
      from jsonb_to_recordset(${JSON.stringify(priced)}::jsonb) as change(variant integer, price integer)
     where variants.id = change.variant`);
  const productIds = new Set(priced.map(({ product }) => product));
  await raiseItemRevisions(
    tx,
    [...productIds].map((id) => createResourceItemRef(resource, id)),
  );
  await recordPriceHistory(tx);
  await notifySiteChanged(tx);
  return productIds;
}

/** Moves the stock in ascending order of variant ids, as orders do, so that the transactions cannot deadlock. */
async function saveStock(
  tx: SiteTx,
  rows: readonly PriceListRowChange[],
  userId: number,
): Promise<PriceListRowIssue[]> {
  const issues: PriceListRowIssue[] = [];
  const ordered = rows.map((row, index) => ({ ...row, index })).sort((a, b) => a.idVariant - b.idVariant);
  for (const { index: row, idVariant, stock } of ordered) {
    const quantity = stock ? stock.next - stock.shown : 0;
    if (quantity === 0) continue;
    const movement = { variantId: idVariant, kind: 'ADD', quantity, reason: '', userId } as const;
    const moved = await changeStockWithAudit(tx, movement);
    if (moved.ok) continue;
    const { refusal, values } = moved;
    const text = refusal === 'not_found' ? 'admin.row.unknown' : (`admin.refusal.${refusal}` as const);
    issues.push({ row, field: 'stock', text, ...(values && { values }) });
  }
  return issues;
}

export function priceListRoute(
  app: FastifyInstance,
  productResource: Resource<ProductInput>,
  dependencies: ContractRouteDependencies,
): void {
  const route = createContractRouter(app, 'admin', priceListContract, dependencies);
  route('PUT /admin/product/prices', ({ body: { rows }, user, translate, runIdempotentChange }) =>
    runIdempotentChange({
      run: async (tx) => toOutcome(await savePriceList(tx, productResource, rows, user.id), translate),
    }),
  );
}

function toOutcome(
  { products, issues, stale }: PriceListResult,
  translate: ContractCall<SavePrices>['translate'],
): Outcome<DataOf<SavePrices>, 'invalid_rows' | 'stale_rows'> {
  if (issues.length === 0) return ok({ products });
  const errors = issues.map(({ row, field, text, values }) => [`rows.${row}.${field}`, translate(text, values)]);
  const details = { errors: Object.fromEntries(errors) };
  if (stale.length === 0) return refuse('invalid_rows', details);
  return { ...refuse('stale_rows', details), current: { rows: stale } };
}
