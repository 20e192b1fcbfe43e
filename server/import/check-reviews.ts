import { findIssuesOfReference } from '#shared/item-issue.ts';
import { addFileName, type IssueWithinContentFile } from './content-file-issues.ts';
import type { ContentIssue } from './content-issues.ts';
import { toItemFileIssues } from './item-file-issues.ts';
import type { ParsedSiteContent } from './read-site-folder.ts';

/** Checks that the products of the reviews in reviews.json exist. */
export function checkReviews({ files, products }: ParsedSiteContent): ContentIssue[] {
  const ids = new Set(products.map(({ value }) => value.id));
  const findings = files['reviews.json'].flatMap(({ idProduct }, index): IssueWithinContentFile[] =>
    idProduct === null ? [] : toItemFileIssues(findIssuesOfReference('product', ['idProduct'], idProduct, ids), index),
  );
  return addFileName('content/reviews.json', findings);
}
