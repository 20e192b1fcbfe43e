import { z } from 'zod';
import { type Lang, languages } from './languages.ts';

/**
 * A text that is the same in all languages, such as `"Cognac VS"`, or one text per language, such as `{ "fr_FR": "…",
 * "en": "…" }`.
 */
export const Localized = z.union([z.string(), z.partialRecord(z.enum(languages), z.string())]);
export type Localized = z.infer<typeof Localized>;

/**
 * Returns the text in `lang`, otherwise in the site's default language, otherwise in any language, otherwise the empty
 * string.
 */
export function resolveLocalized(text: Localized | null | undefined, lang: Lang, siteLang: Lang): string {
  if (text == null) return '';
  if (typeof text === 'string') return text;
  return text[lang] ?? text[siteLang] ?? Object.values(text)[0] ?? '';
}

export function mapLocalized(text: Localized, transform: (text: string) => string): Localized {
  if (typeof text === 'string') return transform(text);
  return Object.fromEntries(Object.entries(text).map(([lang, value]) => [lang, transform(value)]));
}
