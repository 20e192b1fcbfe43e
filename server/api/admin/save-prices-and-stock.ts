import { sql } from 'drizzle-orm';
import { recordStaffChange } from '#server/api/audit/record-staff-change.ts';
import { recordPriceHistory } from '#server/api/catalogue/price-history.ts';
import { notifySiteChanged } from '#server/api/changes/notify-site-changed.ts';
import { lockItemRevision, raiseItemRevisions } from '#server/api/database/row-revisions.ts';
import { lockSiteForEdit } from '#server/api/database/site-import-lock.ts';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import { readItems } from '#server/api/resources/read-item.ts';
import { createResourceItemRef, type Resource } from '#server/api/resources/resource.ts';
import type { PriceListRowChange, PriceListRowConflict } from '#shared/admin/price-list-contract.ts';
import { eurosToCents } from '#shared/money.ts';
import { changeStockWithAudit } from './change-stock-with-audit.ts';
import { lockAndCheckPriceListRows, type PriceListRowIssue } from './lock-and-check-price-list-rows.ts';

export interface SavePricesAndStockResult {
  products: { id: number; revision: number }[];
  /** The invalid rows. The transaction must be rolled back if there are any. */
  issues: PriceListRowIssue[];
  /** The stored values of rows that another user has changed. The transaction must be rolled back if there are any. */
  stale: PriceListRowConflict[];
}

/** Saves the prices and the stock of many variants, with entries in the audit log. */
export async function savePricesAndStock(
  tx: SiteTx,
  resource: Resource,
  rows: readonly PriceListRowChange[],
  userId: number,
): Promise<SavePricesAndStockResult> {
  await lockSiteForEdit(tx);
  const productIds = [...new Set(rows.map(({ idProduct }) => idProduct))].sort((a, b) => a - b);
  for (const id of productIds) await lockItemRevision(tx, createResourceItemRef(resource, id));
  const stored = await readItems(tx, resource, productIds);
  const { issues, stale } = await lockAndCheckPriceListRows(tx, rows, stored);
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

/** Saves the new prices, and returns the ids of the products that have them. */
async function savePrices(tx: SiteTx, resource: Resource, rows: readonly PriceListRowChange[]): Promise<Set<number>> {
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
