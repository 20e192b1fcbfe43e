import { findNewsletterConsentIssues } from '#shared/forms/find-newsletter-consent-issues.ts';
import { addFileName } from './content-file-issues.ts';
import type { ContentIssue } from './content-issues.ts';
import type { ParsedSiteContent } from './read-site-folder.ts';

/** Checks that consent fields of forms refer to an existing newsletter and name it in their label. */
export const checkFormNewsletters = ({ files }: ParsedSiteContent): ContentIssue[] =>
  addFileName(
    'content/forms.json',
    files['forms.json'].flatMap(({ fields }, formIndex) =>
      findNewsletterConsentIssues(fields, files['newsletter-lists.json']).map(({ path, message }) => ({
        path: [formIndex, ...path].join('.'),
        reason: message,
      })),
    ),
  );
