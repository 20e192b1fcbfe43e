import { and, asc, desc, eq, isNull, type SQL, sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { users } from '#server/api/accounts/accounts-tables.ts';
import { recordStaffChange } from '#server/api/audit/record-staff-change.ts';
import {
  manualStockMovements,
  products,
  readCapacity,
  stock,
  variants,
} from '#server/api/catalogue/catalogue-tables.ts';
import { managedStockQuantitySql } from '#server/api/catalogue/product-repository.ts';
import {
  type AppliedStockChange,
  lockStock,
  recordStockMovement,
  type StockMovementInput,
} from '#server/api/catalogue/stock-changes.ts';
import { type ContractRouteDependencies, createContractRouter } from '#server/api/contract/contract-route.ts';
import {
  comparisonSql,
  foldedTextContainsWordsSql,
  foldedTextSql,
  localizedTextSql,
} from '#server/api/database/filter-sql.ts';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import { readReservedStock } from '#server/api/orders/order-repository.ts';
import { readParameter } from '#server/api/site/site.ts';
import { stockContract } from '#shared/admin/stock-contract.ts';
import type { Lang } from '#shared/languages.ts';
import type { ListFilter, ListQuery } from '#shared/list-query.ts';
import { type Outcome, ok, refuse } from '#shared/outcome.ts';

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

interface ListLanguages {
  lang: Lang;
  siteLang: Lang;
}

/** Reads one page of the variants that are neither boxes nor archived, and the number of all that match the filters. */
async function readStockPage(tx: SiteTx, query: ListQuery, { lang, siteLang }: ListLanguages) {
  const name = localizedTextSql(products.name, lang, siteLang);
  const where = and(
    isNull(products.archivedAt),
    eq(products.type, 'WINE'),
    eq(variants.isArchived, false),
    ...query.filters.map((filter) => variantFilterSql(filter, name)),
  );
  const { field, isDescending } = query.orderBy ?? { field: 'quantity', isDescending: false };
  const order = field === 'name' ? foldedTextSql(name) : managedStockQuantitySql;
  const source = tx
    .select({
      id: variants.id,
      idProduct: variants.productId,
      name,
      reference: variants.reference,
      year: variants.year,
      kind: products.kind,
      capacity: variants.capacity,
      capacityUnit: variants.capacityUnit,
      quantity: managedStockQuantitySql,
    })
    .from(variants)
    .innerJoin(products, eq(products.id, variants.productId))
    .leftJoin(stock, eq(stock.variantId, variants.id))
    .where(where);
  const total = await tx.$count(source.as('listed'));
  const rows = await source
    .orderBy(
      sql`${order} ${sql.raw(isDescending ? 'desc' : 'asc')} nulls last`,
      asc(variants.productId),
      asc(variants.id),
    )
    .limit(query.nbItem)
    .offset((query.page - 1) * query.nbItem);
  return { rows: rows.map(({ kind, ...row }) => ({ ...row, ...readCapacity(kind, row) })), total };
}

function variantFilterSql({ field, operator, value }: ListFilter, name: SQL<string>): SQL {
  if (field === 'product') return comparisonSql(sql`${variants.productId}`, operator, value as number);
  const all = foldedTextSql(sql`concat_ws(' ', ${name}, ${variants.reference}, ${variants.year}::text)`);
  return foldedTextContainsWordsSql(all, String(value));
}

/** Reads one page of the stock movements with the email addresses of the staff, by default the newest first. */
async function readStockMovementPage(tx: SiteTx, { filters, orderBy, page, nbItem }: ListQuery) {
  const where = and(
    ...filters.map(({ field, operator, value }) =>
      field === 'at'
        ? comparisonSql(sql`${manualStockMovements.createdAt}`, operator, value as Date)
        : comparisonSql(sql`${manualStockMovements.variantId}`, operator, value as number),
    ),
  );
  const direction = orderBy && !orderBy.isDescending ? asc : desc;
  const total = await tx.$count(manualStockMovements, where);
  const rows = await tx
    .select({ movement: manualStockMovements, email: users.email })
    .from(manualStockMovements)
    .leftJoin(users, eq(users.id, manualStockMovements.userId))
    .where(where)
    .orderBy(direction(manualStockMovements.createdAt), direction(manualStockMovements.id))
    .limit(nbItem)
    .offset((page - 1) * nbItem);
  return { rows, total };
}

export function stockRoutes(app: FastifyInstance, dependencies: ContractRouteDependencies): void {
  const route = createContractRouter(app, 'admin', stockContract, dependencies);

  route('GET /admin/stock', ({ query, lang, site, withSiteTransaction }) =>
    withSiteTransaction(async (tx) => {
      const { rows, total } = await readStockPage(tx, query, { lang, siteLang: site.defaultLang });
      const reserved = await readReservedStock(tx);
      const lowLimit = (await readParameter(tx, 'STOCK_LIMIT_DISPLAY')) ?? 0;
      const variants = rows.map((row) => ({
        ...row,
        reserved: reserved.get(row.id) ?? 0,
        isLow: row.quantity !== null && (row.quantity === 0 || row.quantity < lowLimit),
      }));
      return { variants, total };
    }),
  );

  route('GET /admin/stock-movement', ({ query, withSiteTransaction }) =>
    withSiteTransaction(async (tx) => {
      const { rows, total } = await readStockMovementPage(tx, query);
      const movements = rows.map(({ movement: { id, variantId, kind, before, after, reason, createdAt }, email }) => ({
        id,
        idVariant: variantId,
        at: createdAt.toISOString(),
        kind,
        before,
        after,
        reason,
        email,
      }));
      return { movements, total };
    }),
  );

  route('POST /admin/stock-movement', ({ body: { variant: variantId, ...movement }, user, runIdempotentChange }) =>
    runIdempotentChange({
      run: async (tx) => {
        const moved = await changeStockWithAudit(tx, { ...movement, variantId, userId: user.id });
        return moved.ok ? ok({ before: moved.value.before, after: moved.value.after }) : moved;
      },
    }),
  );
}
