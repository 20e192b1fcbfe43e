import { type SQL, sql } from 'drizzle-orm';
import { foldText } from '#shared/fold-text.ts';
import type { ListOperator } from '#shared/list-query.ts';
import { foldedSql, likePattern } from './localized-sql.ts';

export type Comparable = number | Date;

/** `expression <operator> value`. The operator `df:` (different) also matches null. */
export function compareSql(expression: SQL, operator: ListOperator, value: Comparable): SQL<boolean> {
  const operand = value instanceof Date ? sql`${value.toISOString()}::timestamptz` : sql`${value}::float8`;
  switch (operator) {
    case '':
      return sql`${expression} = ${operand}`;
    case 'df:':
      return sql`${expression} is distinct from ${operand}`;
    case 'lt:':
      return sql`${expression} < ${operand}`;
    case 'lte:':
      return sql`${expression} <= ${operand}`;
    case 'gt:':
      return sql`${expression} > ${operand}`;
    case 'gte:':
      return sql`${expression} >= ${operand}`;
    case 'lk:':
      throw new Error('the operator "lk:" does not apply to numbers and dates');
  }
}

/** Compares text without regard to accents and case. */
export function textFilterSql(text: SQL, operator: ListOperator, value: string): SQL<boolean> {
  const folded = foldedSql(text);
  const operand = foldText(value);
  if (operator === 'lk:') return sql`${folded} like ${likePattern(operand)}`;
  return operator === 'df:' ? sql`${folded} <> ${operand}` : sql`${folded} = ${operand}`;
}

/** Matches one of the values (equal) or none of them (different). An empty list matches nothing. */
export function oneOfSql(expression: SQL, operator: ListOperator, values: readonly string[]): SQL<boolean> {
  const list = sql`${sql.param([...values])}::text[]`;
  return operator === 'df:' ? sql`not (${expression} = any(${list}))` : sql`${expression} = any(${list})`;
}
