import { and, asc, inArray, notInArray, type SQL, sql } from 'drizzle-orm';
import { compareSql, oneOfSql, textFilterSql } from '#server/api/database/filter-sql.ts';
import { foldedSql, likePattern, localizedSql } from '#server/api/database/localized-sql.ts';
import { foldText } from '#shared/fold-text.ts';
import type { Lang } from '#shared/languages.ts';
import type { ListFilter, ListQuery } from '#shared/list-query.ts';
import { products, productTags, variants } from './catalogue-tables.ts';

export interface ListLanguages {
  lang: Lang;
  siteLang: Lang;
}

/** What a declination costs after its discount, in cents. */
export const paidSql = sql<number>`discounted_price(${variants.price}, ${variants.discount}, ${products.discount})`;

/** Decimal amounts meet whole units of the database without the dust of binary fractions. */
const inUnits = (value: number, unitsInOne: number): number => Number((value * unitsInOne).toFixed(4));

const perDeclination: Record<string, (filter: ListFilter) => SQL> = {
  year: ({ operator, value }) => compareSql(sql`${variants.year}`, operator, value as number),
  capacity: ({ operator, value }) => compareSql(sql`${variants.millilitres}`, operator, inUnits(value as number, 10)),
  price: ({ operator, value }) => compareSql(paidSql, operator, inUnits(value as number, 100)),
};

const perProduct: Record<string, (filter: ListFilter, reading: ListLanguages) => SQL> = {
  id: ({ operator, value }) =>
    operator === 'df:' ? notInArray(products.id, value as number[]) : inArray(products.id, value as number[]),
  type: ({ operator, value }) => oneOfSql(sql`${products.type}`, operator, value as string[]),
  kind: ({ operator, value }) => oneOfSql(sql`${products.kind}`, operator, value as string[]),
  promoted: ({ value }) => sql`${products.promoted} = ${value === true}`,
  name: ({ operator, value }, { lang, siteLang }) =>
    textFilterSql(localizedSql(products.name, lang, siteLang), operator, String(value)),
  search: ({ operator, value }) =>
    operator === 'df:' ? sql`not (${hasWords(String(value))})` : hasWords(String(value)),
  tags: ({ operator, value }) =>
    operator === 'df:' ? sql`not ${hasTag(value as string[])}` : hasTag(value as string[]),
};

/** Every word occurs somewhere in what search looks through. */
function hasWords(search: string): SQL {
  const words = foldText(search).split(' ').filter(Boolean);
  return and(...words.map((word) => sql`${products.searchText} like ${likePattern(word)}`)) ?? sql`true`;
}

const hasTag = (slugs: readonly string[]): SQL =>
  sql`exists (select from ${productTags} where ${productTags.productId} = ${products.id}
       and ${oneOfSql(sql`${productTags.tag}`, '', slugs)})`;

/** The products that a query means. Year, capacity and price hold for one and the same declination. */
export function productsWhere(query: ListQuery, reading: ListLanguages): SQL | undefined {
  const ofDeclination = query.filters.flatMap((filter) => perDeclination[filter.field]?.(filter) ?? []);
  const ofProduct = query.filters.flatMap((filter) => perProduct[filter.field]?.(filter, reading) ?? []);
  if (ofDeclination.length + ofProduct.length < query.filters.length) throw new Error('a filter has no meaning yet');
  const someDeclination =
    ofDeclination.length > 0
      ? sql`exists (select from ${variants} where ${variants.productId} = ${products.id} and ${and(...ofDeclination)})`
      : undefined;
  return and(...ofProduct, someDeclination);
}

const ofDeclinations = (value: SQL): SQL =>
  sql`(select ${value} from ${variants} where ${variants.productId} = ${products.id})`;

/** An order that never leaves two products undecided. Without one asked for it is the estate's own. */
export function productsOrder({ orderBy }: ListQuery, { lang, siteLang }: ListLanguages): SQL[] {
  const byName = foldedSql(localizedSql(products.name, lang, siteLang));
  const expressions: Record<string, SQL> = {
    price: ofDeclinations(sql`min(${paidSql})`),
    year: ofDeclinations(sql`max(${variants.year})`),
    name: byName,
    order: sql`${products.position}`,
  };
  const { field, descending } = orderBy ?? { field: 'order', descending: false };
  const expression = expressions[field];
  if (!expression) throw new Error(`products have no order "${field}"`);
  const first = descending ? sql`${expression} desc nulls last` : sql`${expression} asc nulls last`;
  return [first, asc(products.position), asc(products.id)];
}
