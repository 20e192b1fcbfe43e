import { useGetList } from 'react-admin';
import type { Lang } from '#shared/languages.ts';
import { pageSize } from '#shared/limits.ts';
import { type Localized, resolveLocalized } from '#shared/localized.ts';
import { type LegalPlaceholderValues, legalPlaceholders } from '#shared/site/legal-placeholders.ts';
import { useAdminConfig } from '../core/admin-context.tsx';

/**
 * Reads the values of the placeholders of legal texts in one language.
 * @returns null until they are loaded. A placeholder whose setting is not set has no value.
 */
export function useLegalPlaceholderValues(lang: Lang): LegalPlaceholderValues | null {
  const { languages } = useAdminConfig();
  const { data } = useGetList('parameter', { pagination: { page: 1, perPage: pageSize.max } });
  if (!data) return null;
  const stored = new Map(data.map(({ id, value }) => [id, value as Localized | undefined]));
  const entries = legalPlaceholders.flatMap((key) =>
    stored.has(key) ? [[key, resolveLocalized(stored.get(key), lang, languages[0] ?? lang)]] : [],
  );
  return Object.fromEntries(entries) as LegalPlaceholderValues;
}
