import { type Lang, languages } from '#shared/languages.ts';
import { type Localized, mapLocalized, resolveLocalized } from '#shared/localized.ts';
import { type LegalValues, legalPlaceholders, placeholderIssues } from '#shared/site/legal-placeholders.ts';
import { isHtmlParameter, type ParameterType } from '#shared/site/parameter-types.ts';
import type { SiteConfig } from '#shared/site/site-config.ts';
import type { ContentIssue } from './content-issues.ts';
import { withFileName } from './findings.ts';
import type { SiteContent } from './read-site-folder.ts';

/** Reports placeholders that would be missing in a published text, for example in the terms sent to customers. */
export function checkPlaceholders({ files, markdown }: SiteContent, { defaultLang }: SiteConfig): ContentIssue[] {
  const parameters = files['parameters.json'];
  const valuesIn = (lang: Lang): LegalValues =>
    Object.fromEntries(legalPlaceholders.map((key) => [key, textIn(parameters[key], lang, defaultLang)]));
  const findings = Object.entries(parameters).flatMap(([type, value]) => {
    if (!isHtmlParameter(type as ParameterType)) return [];
    const text = toText(value, markdown);
    // A text without translations is shown in every language.
    const reasons = languages.flatMap((lang) => placeholderIssues(textIn(text, lang, defaultLang), valuesIn(lang)));
    return [...new Set(reasons)].map((reason) => ({ path: type, reason }));
  });
  return withFileName('content/parameters.json', findings);
}

type ParameterValue = SiteContent['files']['parameters.json'][ParameterType];

/** The text of a parameter, with Markdown as it is written. Values of another kind are reported elsewhere. */
function toText(value: ParameterValue, markdown: SiteContent['markdown']): Localized {
  if (typeof value === 'string') return value;
  if (typeof value !== 'object') return '';
  if ('markdown' in value) return mapLocalized(value.markdown as Localized, (path) => markdown.get(path) ?? '');
  return 'html' in value ? (value.html as Localized) : value;
}

const textIn = (value: unknown, lang: Lang, siteLang: Lang): string =>
  typeof value === 'string' || (typeof value === 'object' && value !== null)
    ? resolveLocalized(value as Localized, lang, siteLang)
    : '';
