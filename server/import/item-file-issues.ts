import { maxFolderDepth } from '#shared/content/blog-folder-tree.ts';
import type { ItemIssue, ReferenceKind } from '#shared/item-issue.ts';
import type { MissingPickupPointsIssue } from '#shared/shipping/carrier-input.ts';
import { collectionPlaceAddressType } from '#shared/shipping/collection-schedule-input.ts';
import type { IssueWithinContentFile } from './content-file-issues.ts';

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
