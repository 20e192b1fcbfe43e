import type { Lang } from '#shared/languages.ts';
import type { Localized } from '#shared/localized.ts';

/** Returns the text in a language; empty if there is none. */
export const getTextInLanguage = (text: Localized | null | undefined, lang: Lang): string =>
  typeof text === 'string' ? text : (text?.[lang] ?? '');

/**
 * Sets the text in one language. A text that is the same in all languages becomes one text per language, unless the
 * site has only one language.
 */
export function setLocalizedText(
  text: Localized | null | undefined,
  lang: Lang,
  value: string,
  languages: readonly Lang[],
): Localized {
  if (typeof text !== 'object' || text === null) {
    if (languages.length < 2) return value;
    const before = text ?? '';
    if (before === '') return { [lang]: value };
    return { ...Object.fromEntries(languages.map((language) => [language, before])), [lang]: value };
  }
  return { ...text, [lang]: value };
}
