import { maxFolderDepth } from '#shared/content/blog-folder-tree.ts';
import type { InputIssue } from '#shared/input-issue.ts';
import type { ItemIssue, ReferenceKind } from '#shared/item-issue.ts';
import { type Localized, mapLocalized } from '#shared/localized.ts';
import type { MissingPickupPointsIssue } from '#shared/shipping/carrier-input.ts';
import { collectionPlaceAddressType } from '#shared/shipping/collection-schedule-input.ts';
import { findPlaceholderIssues, type TextsByParameterKey } from '#shared/site/find-placeholder-issues.ts';
import type { ParameterKey } from '#shared/site/parameter-definitions.ts';
import type { SiteConfig } from '#shared/site/site-config.ts';
import type { ContentIssue } from './content-issues.ts';
import type { ParsedSiteContent } from './read-site-folder.ts';

/** An issue within one file, before the name of the file is added. */
export type IssueWithinContentFile = Omit<ContentIssue, 'file'>;

export const addFileName = (file: string, findings: readonly IssueWithinContentFile[]): ContentIssue[] =>
  findings.map((finding) => ({ file, ...finding }));

/** Converts the validation issues of an input. @param parentPath Keys of the input within its file. */
export const toContentFileIssues = (
  issues: readonly InputIssue[],
  ...parentPath: (string | number)[]
): IssueWithinContentFile[] =>
  issues.map(({ path, message }) => ({ path: [...parentPath, ...path].join('.'), reason: message }));

/**
 * Reports each value that a list repeats.
 * @param label The name of the value in the message, such as `the id`.
 * @param prefix Path of the list within its file, with a trailing dot unless it is empty.
 */
export function findDuplicateValueIssues(
  values: readonly (string | number)[],
  field: string,
  label: string,
  prefix = '',
): IssueWithinContentFile[] {
  const first = new Map<string | number, number>();
  return values.flatMap((value, index): IssueWithinContentFile[] => {
    const before = first.get(value);
    if (before === undefined) {
      first.set(value, index);
      return [];
    }
    return [
      {
        path: `${prefix}${index}.${field}`,
        reason: `${label} ${JSON.stringify(value)} is used already at ${prefix}${before}`,
      },
    ];
  });
}

const reasons: Record<ReferenceKind, (value: string | number) => string> = {
  address: (id) => `addresses.json has no address ${id}`,
  'blog folder': (id) => `blog-folders.json has no folder ${id}`,
  bottle: (id) => `there is no declination of a bottle ${id}`,
  'collection address': (id) =>
    `the address ${id} is not of type "${collectionPlaceAddressType}", so customers could not choose it`,
  country: (code) => `"${code}" is no country`,
  file: (id) => `there is no file ${id}`,
  form: (id) => `forms.json has no form ${id}`,
  'meal icon': (id) => `there is no meal icon ${id}`,
  'newsletter list': (id) => `newsletter-lists.json has no newsletter ${id}`,
  page: (id) => `pages.json has no page ${id}`,
  'page entry': (id) => `no page tree has an entry ${id}`,
  'parent folder': () => `is below itself or deeper than ${maxFolderDepth} levels`,
  product: (id) => `there is no product ${id}`,
  tag: (slug) => `there is no tag ${slug}`,
  variation: (id) => `there is no variation ${id}`,
};

function describeReason(issue: ItemIssue | MissingPickupPointsIssue): string {
  switch (issue.refusal) {
    case 'unknown_reference':
      return reasons[issue.kind](issue.value);
    case 'already_exists':
      return `the ${issue.path.at(-1)} ${JSON.stringify(issue.value)} is used already ${issue.owner}`;
    case 'pickup_points_missing':
      return 'is PICKUP, and relay-points.json has no relay point';
  }
}

/**
 * Converts violations of the rules between items. The owner of a taken value is its place in the site's folder, such as
 * `in content/news/harvest.json`.
 * @param parentPath Keys that lead to the item within its file.
 */
export const toItemFileIssues = (
  issues: readonly (ItemIssue | MissingPickupPointsIssue)[],
  ...parentPath: (string | number)[]
): IssueWithinContentFile[] =>
  issues.map((issue) => ({ path: [...parentPath, ...issue.path].join('.'), reason: describeReason(issue) }));

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
