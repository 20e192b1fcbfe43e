import { type Lang, languages } from '#shared/languages.ts';
import { type Localized, resolveLocalized } from '#shared/localized.ts';

const isLocalized = (value: object): boolean => {
  const keys = Object.keys(value);
  return keys.length > 0 && keys.every((key) => languages.some((lang) => lang === key));
};

/** Formats any value of an item as text, for comparisons of two versions. */
export function formatValue(value: unknown, lang: Lang, siteLang: Lang): string {
  if (value === null || value === undefined) return '–';
  if (typeof value !== 'object') return String(value);
  if (isLocalized(value)) return resolveLocalized(value as Localized, lang, siteLang);
  return JSON.stringify(value, null, 1);
}
