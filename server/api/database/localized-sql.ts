import { type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import type { Lang } from '#shared/languages.ts';

/** A localized column's text as `inLanguage` chooses it: the caller's language, else the site's, else any. */
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

/** A text as `foldText` makes it, but for white space: without accents, in lower case whatever the database's locale. */
export function foldedSql(text: SQL): SQL<string> {
  const bare = sql`lower(regexp_replace(normalize(${text}, NFD), ${combiningMarks}, '', 'g'))`;
  return sql<string>`translate(regexp_replace(regexp_replace(${bare}, '[œŒ]', 'oe', 'g'), '[æÆ]', 'ae', 'g'), '’‘ʼ', '''''''')`;
}

const combiningMarks = '[\u0300-\u036f]';

/** `%text%` for LIKE, with what the caller wrote taken literally. */
export const likePattern = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`;
