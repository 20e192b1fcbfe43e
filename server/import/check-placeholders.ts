import { type Localized, mapLocalized } from '#shared/localized.ts';
import { findPlaceholderIssues, type TextsByParameterKey } from '#shared/site/find-placeholder-issues.ts';
import type { ParameterKey } from '#shared/site/parameter-definitions.ts';
import type { SiteConfig } from '#shared/site/site-config.ts';
import { addFileName } from './content-file-issues.ts';
import type { ContentIssue } from './content-issues.ts';
import type { ParsedSiteContent } from './read-site-folder.ts';

/** Reports placeholders without a value in published texts, such as the terms that are sent to customers. */
export function checkPlaceholders(content: ParsedSiteContent, { defaultLang }: SiteConfig): ContentIssue[] {
  const findings = findPlaceholderIssues(getParameterTexts(content), defaultLang).map(({ type, reason }) => ({
    path: type,
    reason,
  }));
  return addFileName('content/parameters.json', findings);
}

/** Returns the texts of the parameters, including those of Markdown files. */
export const getParameterTexts = ({ files, markdown }: ParsedSiteContent): TextsByParameterKey =>
  Object.fromEntries(Object.entries(files['parameters.json']).map(([type, value]) => [type, toText(value, markdown)]));

type ParameterValue = ParsedSiteContent['files']['parameters.json'][ParameterKey];

/**
 * Returns the text of a parameter, which is Markdown source if it comes from a file. Values of a wrong type are
 * reported elsewhere.
 */
function toText(value: ParameterValue, markdown: ParsedSiteContent['markdown']): Localized {
  if (typeof value === 'string') return value;
  if (typeof value !== 'object') return '';
  if ('markdown' in value) return mapLocalized(value.markdown as Localized, (path) => markdown.get(path) ?? '');
  return 'html' in value ? (value.html as Localized) : value;
}
