import { and, asc, desc, eq, isNull, type SQL, sql } from 'drizzle-orm';
import { users } from '#server/api/accounts/accounts-tables.ts';
import { products, readCapacity, variants } from '#server/api/catalogue/product-tables.ts';
import { managedStockQuantitySql } from '#server/api/catalogue/stock-repository.ts';
import { manualStockMovements, stock } from '#server/api/catalogue/stock-tables.ts';
import { comparisonSql, foldedTextContainsWordsSql } from '#server/api/database/filter-sql.ts';
import { foldedTextSql, localizedTextSql } from '#server/api/database/localized-sql.ts';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import type { Lang } from '#shared/languages.ts';
import type { ListFilter, ListQuery } from '#shared/list-query.ts';

interface ListLanguages {
  lang: Lang;
  siteLang: Lang;
}

/** Reads one page of the variants that are neither boxes nor archived, and the number of all that match the filters. */
export async function readStockPage(tx: SiteTx, query: ListQuery, { lang, siteLang }: ListLanguages) {
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
export async function readStockMovementPage(tx: SiteTx, { filters, orderBy, page, nbItem }: ListQuery) {
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
