import type { ReactNode } from 'react';
import { useRecordContext } from 'react-admin';
import { getLocale } from '#shared/languages.ts';
import { type Localized, resolveLocalized } from '#shared/localized.ts';
import { useAdminConfig, useAdminTexts } from '../core/admin-context.tsx';
import { isInstant } from '../core/is-instant.ts';
import { useChoiceFormatter } from '../inputs/use-choice-formatter.ts';

/** One value of an item as text: dates, yes and no, and texts in the language of the panel. */
export function ItemValue({ source }: { source: string }): ReactNode {
  const record = useRecordContext();
  const { lang, languages } = useAdminConfig();
  const { t, date, number } = useAdminTexts();
  const choiceLabel = useChoiceFormatter(source);
  const value: unknown = record?.[source] ?? (record?.$info as Record<string, unknown> | undefined)?.[source];
  if (value === null || value === undefined) return '';
  if (typeof value === 'boolean') return t(value ? 'admin.yes' : 'admin.no');
  if (typeof value === 'number' && source === 'bytes')
    return t('admin-content.files.size', { kilobytes: number(Math.ceil(value / 1_000)) });
  if (typeof value === 'number') return number(value, { useGrouping: false });
  if (typeof value === 'string' && isInstant(value)) return date(value);
  if (typeof value === 'string' && source === 'country' && value !== '')
    return new Intl.DisplayNames([getLocale(lang)], { type: 'region' }).of(value);
  if (typeof value === 'string') return choiceLabel(value);
  return resolveLocalized(value as Localized, lang, languages[0] ?? lang);
}
