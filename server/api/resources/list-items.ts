import { and, asc, desc, getTableColumns, inArray, not, type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import {
  type ComparableNumberOrDate,
  comparisonSql,
  foldedTextContainsWordsSql,
  foldedTextSql,
  localizedTextSql,
  textFilterSql,
} from '#server/api/database/filter-sql.ts';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import type { Lang } from '#shared/languages.ts';
import type { ListFilter, ListQuery } from '#shared/list-query.ts';
import { idsFilterName, searchFilterName } from '#shared/resource-spec.ts';
import { type ItemKey, type Resource, readItems, type StoredItem } from './resource.ts';

interface ListLanguages {
  /** The language in which localized fields are filtered and sorted; `siteLang` if a text lacks it. */
  lang: Lang;
  siteLang: Lang;
  /** The languages of the items that exist once for each language, such as page trees. */
  itemLanguages: readonly Lang[];
}

export async function listItems<Item>(
  tx: SiteTx,
  resource: Resource<Item>,
  query: ListQuery,
  languagesOfList: ListLanguages,
): Promise<{ items: StoredItem<Item>[]; total: number }> {
  const { keys, total } = await findKeys(tx, resource, query, languagesOfList);
  return { items: await readItems(tx, resource, keys), total };
}

async function findKeys(
  tx: SiteTx,
  resource: Resource<unknown>,
  query: ListQuery,
  languagesOfList: ListLanguages,
): Promise<{ keys: ItemKey[]; total: number }> {
  const { table, column = resource.key } = resource;
  if (!table) return { keys: [...languagesOfList.itemLanguages], total: languagesOfList.itemLanguages.length };
  if (column === null) return { keys: [''], total: 1 };
  const keyColumn = getColumn(resource, column);
  const where = and(...query.filters.map((filter) => filterSql(resource, filter, languagesOfList)));
  const orderBy = query.orderBy ?? defaultOrder(resource);
  const order = orderBy && valueSql(resource, orderBy.field, languagesOfList);
  const direction = orderBy?.isDescending ? desc : asc;
  const total = await tx.$count(table, where);
  const rows = await tx
    .select({ key: keyColumn })
    .from(table)
    .where(where)
    .orderBy(...(order ? [direction(order)] : []), asc(keyColumn))
    .limit(query.nbItem)
    .offset((query.page - 1) * query.nbItem);
  return { keys: rows.map(({ key }) => key as ItemKey), total };
}

function getColumn({ name, table }: Resource<unknown>, property: string): PgColumn {
  const columns: Record<string, PgColumn> = table ? getTableColumns(table) : {};
  const column = columns[property] ?? columns[`${property}Id`];
  if (!column) throw new Error(`the table of ${name} has no property ${property}`);
  return column;
}

/**
 * Returns the default order: items with a position by it, items with a date newest first, and all others by their key.
 */
function defaultOrder({ table }: Resource<unknown>): ListQuery['orderBy'] {
  const columns = table ? getTableColumns(table) : {};
  if ('position' in columns) return { field: 'position', isDescending: false };
  return 'publishedAt' in columns ? { field: 'publishedAt', isDescending: true } : null;
}

/** Returns the SQL expression for a field's value. A localized text is read in the language of the list. */
function valueSql(resource: Resource<unknown>, field: string, { lang, siteLang }: ListLanguages): SQL {
  const computed = resource.listFieldSql?.[field];
  if (computed) return computed;
  const column = getColumn(resource, field);
  return column.getSQLType() === 'jsonb' ? localizedTextSql(column, lang, siteLang) : sql`${column}`;
}

function filterSql(resource: Resource<unknown>, filter: ListFilter, languagesOfList: ListLanguages): SQL {
  const { field, operator, value } = filter;
  if (field === searchFilterName) return searchSql(resource, String(value));
  if (field === idsFilterName) {
    const isListed = inArray(getColumn(resource, resource.column ?? 'id'), value as number[]);
    return operator === 'df:' ? not(isListed) : isListed;
  }
  const stored = valueSql(resource, field, languagesOfList);
  const type = resource.list.fields[field];
  if (type === 'boolean') return sql`${stored} = ${value === true}`;
  if (type === 'text') return textFilterSql(stored, operator, String(value));
  return comparisonSql(stored, operator, value as ComparableNumberOrDate);
}

/** Creates the SQL condition that an item's texts, in all languages, contain every word of the search. */
function searchSql(resource: Resource<unknown>, search: string): SQL {
  const fields = Object.entries(resource.list.fields).filter(([, type]) => type === 'text');
  if (fields.length === 0) return sql`true`;
  const texts = fields.map(([field]) => sql`${resource.listFieldSql?.[field] ?? getColumn(resource, field)}::text`);
  if (resource.searchedTextSql) texts.push(resource.searchedTextSql());
  const all = sql`concat_ws(' ', ${sql.join(texts, sql`, `)})`;
  return foldedTextContainsWordsSql(foldedTextSql(all), search);
}
