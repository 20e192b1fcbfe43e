import { type Lang, languages } from '../languages.ts';
import { type Localized, resolveLocalized } from '../localized.ts';
import {
  describeUnresolvedPlaceholdersInText,
  type LegalPlaceholderValues,
  legalPlaceholders,
} from './legal-placeholders.ts';
import { isHtmlParameter, type ParameterKey } from './parameter-definitions.ts';

export type TextsByParameterKey = Partial<Record<ParameterKey, Localized>>;

export interface ParameterPlaceholderIssue {
  type: ParameterKey;
  reason: string;
}

/**
 * Finds placeholders in HTML parameters that are unknown or have no value, because published texts, such as the terms
 * sent to customers, would lack the value.
 * @param texts all text parameters of a site
 * @param siteLang the site's default language
 */
export function findPlaceholderIssues(texts: TextsByParameterKey, siteLang: Lang): ParameterPlaceholderIssue[] {
  const valuesIn = (lang: Lang): LegalPlaceholderValues =>
    Object.fromEntries(legalPlaceholders.map((key) => [key, resolveLocalized(texts[key], lang, siteLang)]));
  return (Object.entries(texts) as [ParameterKey, Localized][]).flatMap(([type, text]) => {
    if (!isHtmlParameter(type)) return [];
    // A text without translations is shown in every language, so its placeholders need values in all of them.
    const reasons = languages.flatMap((lang) =>
      describeUnresolvedPlaceholdersInText(resolveLocalized(text, lang, siteLang), valuesIn(lang)),
    );
    return [...new Set(reasons)].map((reason) => ({ type, reason }));
  });
}
