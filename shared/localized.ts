import { z } from 'zod';
import { type Lang, languages } from './languages.ts';

/** A text in one language, or the same for all: `"Cognac VS"` or `{ "fr_FR": "…", "en": "…" }`. */
export const Localized = z.union([z.string(), z.partialRecord(z.enum(languages), z.string())]);
export type Localized = z.infer<typeof Localized>;

/** The text in `lang`, else in the site's own language, else in any language it has, else empty. */
export function inLanguage(text: Localized | null | undefined, lang: Lang, siteLang: Lang): string {
  if (text == null) return '';
  if (typeof text === 'string') return text;
  return text[lang] ?? text[siteLang] ?? Object.values(text)[0] ?? '';
}

/** Applies `change` to the text of each language. */
export function mapLocalized(text: Localized, change: (text: string) => string): Localized {
  if (typeof text === 'string') return change(text);
  return Object.fromEntries(Object.entries(text).map(([lang, one]) => [lang, change(one)]));
}
