import { type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import type { Lang } from '#shared/languages.ts';

/** The text of a localized column, with the same fallbacks as `resolveLocalized`. */
export function localizedSql(column: AnyPgColumn, lang: Lang, siteLang: Lang): SQL<string> {
  return sql<string>`coalesce(
    ${column} ->> ${lang},
    ${column} ->> ${siteLang},
    case jsonb_typeof(${column})
      when 'string' then ${column} #>> '{}'
      when 'object' then (select value from jsonb_each_text(${column}) limit 1)
    end,
    '')`;
}

/** Folds a text like `foldText`, except for white space, and independently of the database's locale. */
export function foldedSql(text: SQL): SQL<string> {
  const bare = sql`lower(regexp_replace(normalize(${text}, NFD), ${combiningMarks}, '', 'g'))`;
  return sql<string>`translate(regexp_replace(regexp_replace(${bare}, '[œŒ]', 'oe', 'g'), '[æÆ]', 'ae', 'g'), '’‘ʼ', '''''''')`;
}

const combiningMarks = '[\u0300-\u036f]';

/** `%text%` for LIKE, with wildcards in `text` escaped. */
export const likePattern = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`;
