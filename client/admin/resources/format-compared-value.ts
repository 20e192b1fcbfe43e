import { type Lang, languages } from '#shared/languages.ts';
import { type Localized, resolveLocalized } from '#shared/localized.ts';
import type { AdminTexts } from '../core/admin-texts.ts';
import { isInstant } from '../core/admin-texts.ts';

const isLocalized = (value: object): boolean => {
  const keys = Object.keys(value);
  return keys.length > 0 && keys.every((key) => languages.some((lang) => lang === key));
};

interface ValueFormat {
  lang: Lang;
  siteLang: Lang;
  /** Formats a time in the estate's time zone. */
  date: AdminTexts['date'];
}

/** Formats any value of an item as text, for comparisons of two versions. */
export function formatComparedValue(value: unknown, { lang, siteLang, date }: ValueFormat): string {
  if (value === null || value === undefined) return '–';
  if (typeof value === 'string' && isInstant(value)) return date(value, { dateStyle: 'medium', timeStyle: 'medium' });
  if (typeof value !== 'object') return String(value);
  if (isLocalized(value)) return resolveLocalized(value as Localized, lang, siteLang);
  return JSON.stringify(value, null, 1);
}
