import { and, type SQL, sql } from 'drizzle-orm';
import { inListSql } from '#server/api/database/filter-sql.ts';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import type { ProductKind } from '#shared/catalogue/product-enums.ts';
import { type ChoiceFilter, choiceFilterNames } from '#shared/catalogue/product-filter-values-by-field.ts';
import type { Localized } from '#shared/localized.ts';
import { isVisibleProductSql, products } from './product-tables.ts';

/** The distinct values by which products can be filtered. Prices are in cents. Boxes and vouchers have no size. */
export interface ProductFacetRows {
  /** The values of each choice filter, in any order. */
  choices: Record<ChoiceFilter, { value: string; count: number }[]>;
  years: { year: number; count: number }[];
  sizes: { millilitres: number; count: number }[];
  tags: { slug: string; label: Localized; count: number }[];
  minPrice: number | null;
  maxPrice: number | null;
}

/** Returns the SQL expression for a column of the selected products, named after the filter's field. */
const choiceColumnSql = (filter: ChoiceFilter): SQL => sql`${products[filter]} as ${sql.identifier(filter)}`;

/**
 * Returns the SQL expressions for a key and value of a JSON object: a choice filter, and its values with the number of
 * selected products of each.
 */
const choiceCountsSql = (filter: ChoiceFilter): SQL => sql`${filter}::text, (
  select coalesce(json_agg(counted), '[]')
    from (select ${sql.identifier(filter)} as value, count(*) from chosen
           where ${sql.identifier(filter)} is not null group by 1) counted)`;

export async function readProductFacets(
  tx: SiteTx,
  kinds: readonly ProductKind[] | undefined,
  excludedKinds: readonly ProductKind[] | undefined,
): Promise<ProductFacetRows> {
  const kind = sql`${products.kind}`;
  const conditions: SQL[] = [isVisibleProductSql];
  if (kinds && kinds.length > 0) conditions.push(inListSql(kind, '', kinds));
  if (excludedKinds) conditions.push(inListSql(kind, 'df:', excludedKinds));
  const { rows } = await tx.execute<ProductFacetRows & Record<string, unknown>>(sql`
    with chosen as (
      select id, discount, ${sql.join(choiceFilterNames.map(choiceColumnSql), sql`, `)} from products where ${and(...conditions) ?? sql`true`}
    ), formats as (
      select v.product_id, chosen.kind, v.year, v.millilitres, discounted_price(v.price, v.discount, chosen.discount) as paid
        from variants v join chosen on chosen.id = v.product_id and not v.is_archived
    ), by_year as (
      select year, count(distinct product_id) from formats where year is not null group by year order by year desc
    ), by_size as (
      select millilitres, count(distinct product_id) from formats
       where kind not in ('box', 'voucher') group by millilitres order by millilitres
    ), by_tag as (
      select t.slug, t.label, count(*)
        from product_tags pt join chosen on chosen.id = pt.product_id join tags t on t.slug = pt.tag
       group by t.slug, t.label, t.position order by t.position, t.slug
    )
    select json_build_object(${sql.join(choiceFilterNames.map(choiceCountsSql), sql`, `)}) as choices,
           (select coalesce(json_agg(by_year), '[]') from by_year) as years,
           (select coalesce(json_agg(by_size), '[]') from by_size) as sizes,
           (select coalesce(json_agg(by_tag), '[]') from by_tag) as tags,
           (select min(paid) from formats) as "minPrice",
           (select max(paid) from formats) as "maxPrice"`);
  const [row] = rows;
  if (!row) throw new Error('the facets query returned no row');
  return row;
}
