import { z } from 'zod';
import { type Lang, languages } from './languages.ts';

/** A text that is the same in all languages, `"Cognac VS"`, or one per language, `{ "fr_FR": "…", "en": "…" }`. */
export const Localized = z.union([z.string(), z.partialRecord(z.enum(languages), z.string())]);
export type Localized = z.infer<typeof Localized>;

/** The text in `lang`, with fallbacks to the site's default language, any language, and the empty string. */
export function resolveLocalized(text: Localized | null | undefined, lang: Lang, siteLang: Lang): string {
  if (text == null) return '';
  if (typeof text === 'string') return text;
  return text[lang] ?? text[siteLang] ?? Object.values(text)[0] ?? '';
}

/** Applies `transform` to the text of each language. */
export function mapLocalized(text: Localized, transform: (text: string) => string): Localized {
  if (typeof text === 'string') return transform(text);
  return Object.fromEntries(Object.entries(text).map(([lang, value]) => [lang, transform(value)]));
}
