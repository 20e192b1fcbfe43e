import { type SQL, sql } from 'drizzle-orm';
import { foldText } from '#shared/fold-text.ts';
import type { ListOperator } from '#shared/list-query.ts';
import { foldedSql, likePattern } from './localized-sql.ts';

export type Comparable = number | Date;

/** `expression <operator> value`. Different holds also where there is no value at all. */
export function compareSql(expression: SQL, operator: ListOperator, value: Comparable): SQL<boolean> {
  const wanted = value instanceof Date ? sql`${value.toISOString()}::timestamptz` : sql`${value}::float8`;
  switch (operator) {
    case '':
      return sql`${expression} = ${wanted}`;
    case 'df:':
      return sql`${expression} is distinct from ${wanted}`;
    case 'lt:':
      return sql`${expression} < ${wanted}`;
    case 'lte:':
      return sql`${expression} <= ${wanted}`;
    case 'gt:':
      return sql`${expression} > ${wanted}`;
    case 'gte:':
      return sql`${expression} >= ${wanted}`;
    case 'lk:':
      throw new Error('numbers and dates are not searched by likeness');
  }
}

/** Text is compared without regard to accents and case. */
export function textFilterSql(text: SQL, operator: ListOperator, value: string): SQL<boolean> {
  const folded = foldedSql(text);
  const wanted = foldText(value);
  if (operator === 'lk:') return sql`${folded} like ${likePattern(wanted)}`;
  return operator === 'df:' ? sql`${folded} <> ${wanted}` : sql`${folded} = ${wanted}`;
}

/** One of the values (equal), or none of them (different). An empty list is none. */
export function oneOfSql(expression: SQL, operator: ListOperator, values: readonly string[]): SQL<boolean> {
  const list = sql`${sql.param([...values])}::text[]`;
  return operator === 'df:' ? sql`not (${expression} = any(${list}))` : sql`${expression} = any(${list})`;
}
