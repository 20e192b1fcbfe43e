import { type SQL, sql } from 'drizzle-orm';
import { products, variants } from '#server/api/catalogue/product-tables.ts';
import { markAsImported } from '#server/api/database/imported-row-hashes.ts';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import { getTableShape, type TableShape } from '#server/api/database/table-shape.ts';
import { getRowLabel } from './get-row-label.ts';
import type { ImportItemRevisions } from './import-item-revisions.ts';

const productShape = getTableShape(products);
const variantShape = getTableShape(variants);

/** Returns an SQL condition that is true if orders contain the product or variant in the row with the alias `t`. */
export function isInOrdersSql({ name }: TableShape): SQL {
  if (name === productShape.name)
    return sql`exists (select from order_lines o where o.site_id = t.site_id and o.product_id = t.id)`;
  if (name === variantShape.name)
    return sql`exists (select from order_lines o where o.site_id = t.site_id and o.variant_id = t.id)`;
  return sql`false`;
}

interface ArchivePlan {
  table: string;
  archive: readonly string[];
}

/** A variant that the folder no longer contains and that stays on sale, because a box contains it. */
export interface VariantKeptForBox {
  id: number;
  reference: string;
  box: string;
}

/**
 * Archives the products and variants that the folder no longer contains and that orders contain. Variants of an
 * archived product are not archived themselves, so that restoring the product also puts them back on sale.
 * @returns The variants that are not archived, because a box contains them.
 */
export async function archiveProductsInOrders(
  tx: SiteTx,
  plans: readonly ArchivePlan[],
  revised: ImportItemRevisions,
): Promise<VariantKeptForBox[]> {
  const idsOf = ({ name }: TableShape) =>
    plans.flatMap(({ table, archive }) => (table === name ? archive.map((key) => Number(JSON.parse(key)[0])) : []));
  const productIds = idsOf(productShape);
  const variantIds = idsOf(variantShape);
  if (productIds.length > 0) {
    const { rows } = await tx.execute<{ item: string }>(sql`
      update products set archived_at = now()
       where id = any(${sql.param(productIds)}) and archived_at is null
   returning jsonb_build_array(id)::text as item`);
    revised.record(productShape, rows);
  }
  if (variantIds.length === 0) return [];
  const { rows } = await tx.execute<{ item: string; id: number }>(sql`
    update variants t set is_archived = true from products p
     where t.id = any(${sql.param(variantIds)}) and not t.is_archived
       and p.site_id = t.site_id and p.id = t.product_id and p.archived_at is null
       and not exists (select from box_contents b where b.site_id = t.site_id and b.variant_id = t.id)
 returning jsonb_build_array(t.product_id)::text as item, t.id`);
  revised.record(variantShape, rows);
  // The archived variants are recorded as imported, because the next import would otherwise treat them as edited by
  // staff. Variants that staff had added to a product before its revert have no record yet.
  await tx.execute(sql`
    insert into import_rows (table_name, key, columns, hash)
    select ${variantShape.name}, jsonb_build_array(v.id)::text, '["is_archived"]'::jsonb, ''
      from unnest(${sql.param(rows.map(({ id }) => id))}::integer[]) as v(id)
        on conflict do nothing`);
  await markAsImported(
    tx,
    variants,
    rows.map(({ id }) => id),
  );
  return readVariantsInBoxes(tx, variantIds);
}

async function readVariantsInBoxes(tx: SiteTx, variantIds: readonly number[]): Promise<VariantKeptForBox[]> {
  const { rows } = await tx.execute<{ id: number; reference: string; name: unknown }>(sql`
    select distinct on (t.id) t.id, t.reference, box.name
      from variants t
      join products p on p.site_id = t.site_id and p.id = t.product_id
      join box_contents b on b.site_id = t.site_id and b.variant_id = t.id
      join products box on box.site_id = b.site_id and box.id = b.product_id
     where t.id = any(${sql.param(variantIds)}) and not t.is_archived and p.archived_at is null
     order by t.id, box.id`);
  return rows.map(({ id, reference, name }) => ({ id, reference, box: getRowLabel({ name }) }));
}
