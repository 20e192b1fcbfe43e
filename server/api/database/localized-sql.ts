import { type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import {
  characterReplacements,
  charactersRemovedByFolding,
  ligatureReplacements,
  whiteSpaceCharacterClassContent,
} from '#shared/fold-text.ts';
import type { Lang } from '#shared/languages.ts';

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
