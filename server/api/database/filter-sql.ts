import { and, type Placeholder, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import {
  characterReplacements,
  charactersRemovedByFolding,
  foldText,
  ligatureReplacements,
  whiteSpaceCharacterClassContent,
} from '#shared/fold-text.ts';
import type { Lang } from '#shared/languages.ts';
import type { FilterOperator, ListFilter } from '#shared/list-query.ts';

/**
 * Returns the SQL expression for the text of a localized column, with the same language fallbacks as
 * `resolveLocalized`.
 */
export function localizedTextSql(column: AnyPgColumn, lang: Lang, siteLang: Lang): SQL<string> {
  return sql<string>`coalesce(
    ${column} ->> ${lang},
    ${column} ->> ${siteLang},
    case jsonb_typeof(${column})
      when 'string' then ${column} #>> '{}'
      when 'object' then (select value from jsonb_each_text(${column}) limit 1)
    end,
    '')`;
}

/**
 * Returns the SQL expression that folds a text (lower case, without accents) exactly as `foldText` does, independently
 * of the database's locale.
 */
export function foldedTextSql(text: SQL): SQL<string> {
  const bare = sql`regexp_replace(normalize(${text}, NFD), ${`[${charactersRemovedByFolding}]`}, '', 'g')`;
  const lower = sql`translate(${bare}, ${characterReplacements.from}, ${characterReplacements.to})`;
  const spelled = ligatureReplacements.reduce((inner, [from, to]) => sql`replace(${inner}, ${from}, ${to})`, lower);
  return sql<string>`btrim(regexp_replace(${spelled}, ${`[${whiteSpaceCharacterClassContent}]+`}, ' ', 'g'), ' ')`;
}

/** Returns the LIKE pattern `%text%`, with the wildcards in `text` escaped. */
export const toContainsLikePattern = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`;

export type ComparableNumberOrDate = number | Date;

/**
 * Returns the SQL condition that compares a number or date, as in `expression <operator> value`. The operator `df:`
 * (different) also matches null.
 */
export function comparisonSql(expression: SQL, operator: FilterOperator, value: ComparableNumberOrDate): SQL<boolean> {
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

/** Returns the SQL condition that compares text and ignores accents and case. */
export function textFilterSql(text: SQL, operator: FilterOperator, value: string): SQL<boolean> {
  const folded = foldedTextSql(text);
  const operand = foldText(value);
  if (operator === 'lk:') return sql`${folded} like ${toContainsLikePattern(operand)}`;
  return operator === 'df:' ? sql`${folded} <> ${operand}` : sql`${folded} = ${operand}`;
}

/**
 * Returns the SQL condition that a text folded by `foldText` contains every word of the search; true for a search
 * without words.
 */
export function foldedTextContainsWordsSql(foldedText: SQL, search: string): SQL {
  const words = foldText(search).split(' ').filter(Boolean);
  return and(sql`true`, ...words.map((word) => sql`${foldedText} like ${toContainsLikePattern(word)}`)) ?? sql`true`;
}

/**
 * Returns the SQL condition that the JSON list of tags has one of the values (operator "equal") or none of them
 * (operator `df:`).
 */
export function tagFilterSql(tags: SQLWrapper, { operator, value }: ListFilter): SQL {
  const hasTag = sql`${tags} ?| ${sql.param([...(value as readonly string[])])}::text[]`;
  return operator === 'df:' ? sql`not (${hasTag})` : hasTag;
}

/** Returns the SQL condition that a column of ids has one of the values. Its text does not depend on their number. */
export const isOneOfIds = (column: SQLWrapper, ids: readonly number[] | Placeholder): SQL<boolean> =>
  sql`${column} = any(${Array.isArray(ids) ? sql.param([...ids]) : ids}::integer[])`;

/** The ids of a `preparedRead`. */
export const idsPlaceholder = sql.placeholder('ids');

/**
 * Returns the SQL condition that the expression is one of the values (operator "equal") or none of them (operator
 * `df:`), which includes null.
 */
export function inListSql(expression: SQL, operator: FilterOperator, values: readonly string[]): SQL<boolean> {
  const list = sql`${sql.param([...values])}::text[]`;
  return operator === 'df:' ? sql`(${expression} = any(${list})) is not true` : sql`${expression} = any(${list})`;
}
