import { type Lang, languages } from '../languages.ts';
import { type Localized, resolveLocalized } from '../localized.ts';
import { type LegalValues, legalPlaceholders, placeholderIssues } from './legal-placeholders.ts';
import { isHtmlParameter, type ParameterType } from './parameter-types.ts';

export type ParameterTexts = Partial<Record<ParameterType, Localized>>;

export interface PlaceholderIssue {
  type: ParameterType;
  reason: string;
}

/**
 * Finds placeholders that would be missing in a published text, for example in the terms sent to customers.
 * @param texts all text parameters of a site
 * @param siteLang the site's default language
 */
export function findPlaceholderIssues(texts: ParameterTexts, siteLang: Lang): PlaceholderIssue[] {
  const valuesIn = (lang: Lang): LegalValues =>
    Object.fromEntries(legalPlaceholders.map((key) => [key, resolveLocalized(texts[key], lang, siteLang)]));
  return (Object.entries(texts) as [ParameterType, Localized][]).flatMap(([type, text]) => {
    if (!isHtmlParameter(type)) return [];
    // A text without translations is shown in every language.
    const reasons = languages.flatMap((lang) =>
      placeholderIssues(resolveLocalized(text, lang, siteLang), valuesIn(lang)),
    );
    return [...new Set(reasons)].map((reason) => ({ type, reason }));
  });
}
