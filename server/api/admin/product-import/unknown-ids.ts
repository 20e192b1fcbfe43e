import { sql } from 'drizzle-orm';
import { products, variants } from '#server/api/catalogue/product-tables.ts';
import { lockIdsOrFindMissing } from '#server/api/database/ids.ts';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import { Id } from '#shared/input-fields.ts';
import type { ImportedFileProduct, UntranslatedIssue } from './imported-file-product.ts';

/**
 * Highest id that a file may contain if the site has never had a product. Higher ids are refused, so that the rest of
 * the range of a PostgreSQL integer stays free for ids that are assigned later.
 */
const maxKeptId = 1_000_000_000;

/** Checks whether the site has never had a product, so that an import can keep the ids of its file. */
export async function hasNeverHadProducts(tx: SiteTx): Promise<boolean> {
  const { rows } = await tx.execute<{ isUsed: boolean }>(sql`
    select exists (select from ${products}) or exists (select from ${variants})
      or exists (select from id_counters where kind in ('products', 'variants') and last_id > 0) as "isUsed"`);
  return rows[0]?.isUsed === false;
}

/**
 * Finds the ids of a batch that belong to no stored product or variant. A new product must not have an id in the file,
 * because the id could exceed the range of assigned ids or restore a deleted product.
 * @param keepsIds True if the import keeps the ids of the file, because the site has never had a product. Then only ids
 * above `maxKeptId` are found.
 */
export async function findUnknownIds(
  tx: SiteTx,
  records: readonly ImportedFileProduct[],
  keepsIds: boolean,
): Promise<Map<ImportedFileProduct, UntranslatedIssue[]>> {
  const given = records.flatMap((record) => [
    { record, line: record.line, column: 'id', id: record.fields.id },
    ...record.variants.map(({ line, fields }) => ({ record, line, column: 'variant.id', id: fields.id })),
  ]);
  // Values that are not ids are skipped here, because the schema of products reports them.
  const ids = given.flatMap((each) => {
    const { data: id } = Id.safeParse(each.id);
    return id === undefined ? [] : [{ ...each, id }];
  });
  const idsOf = (column: string) => ids.flatMap((each) => (each.column === column ? [each.id] : []));
  const missing: Record<string, Set<number>> = keepsIds
    ? {}
    : {
        id: new Set(await lockIdsOrFindMissing(tx, products, idsOf('id'))),
        'variant.id': new Set(await lockIdsOrFindMissing(tx, variants, idsOf('variant.id'))),
      };
  const unknown = ids.filter(({ column, id }) => (keepsIds ? id > maxKeptId : missing[column]?.has(id)));
  return new Map(
    [...Map.groupBy(unknown, ({ record }) => record)].map(([record, issues]) => [
      record,
      issues.map(({ line, column, id }) => ({ line, column, text: 'field.unknown_item', value: id })),
    ]),
  );
}
