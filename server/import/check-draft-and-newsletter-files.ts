import { findIssuesOfReference } from '#shared/item-issue.ts';
import { addFileName, type IssueWithinContentFile } from './content-file-issues.ts';
import type { ContentIssue } from './content-issues.ts';
import { toItemFileIssues } from './item-file-issues.ts';
import type { ParsedSiteContent } from './read-site-folder.ts';

/** Reports drafts of unknown pages, and newsletter issues that name an unknown newsletter. */
export const checkDraftAndNewsletterFiles = ({ files }: ParsedSiteContent): ContentIssue[] => [
  ...addFileName('content/page-drafts.json', findPageDraftIssues(files)),
  ...addFileName('content/newsletter-issues.json', findNewsletterIssues(files)),
];

function findPageDraftIssues(files: ParsedSiteContent['files']): IssueWithinContentFile[] {
  const pages = new Set(files['pages.json'].map(({ id }) => id));
  return files['page-drafts.json'].flatMap(({ page }, index) =>
    toItemFileIssues(findIssuesOfReference('page', ['page'], page, pages), index),
  );
}

function findNewsletterIssues(files: ParsedSiteContent['files']): IssueWithinContentFile[] {
  const lists = new Set(files['newsletter-lists.json'].map(({ id }) => id));
  return files['newsletter-issues.json'].flatMap(({ newsletterList }, index) =>
    toItemFileIssues(findIssuesOfReference('newsletter list', ['newsletterList'], newsletterList, lists), index),
  );
}
