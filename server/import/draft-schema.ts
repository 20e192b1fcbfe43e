import { z } from 'zod';
import { Id, Instant } from '#shared/input-fields.ts';
import { NewsletterIssueInput } from '#shared/newsletter/newsletter-issue-input.ts';
import { PageContent } from '#shared/pages/page-content.ts';

// The schemas of unpublished work below `sites/<name>/content/`. In these files, formatted texts are HTML. Pictures
// are named by their ids in images.json, because a draft may still name a picture that has been deleted.

/** page-drafts.json: the drafts of pages. The fields of their sections are validated when they are published. */
export const PageDraftsFile = z.array(
  z.strictObject({
    page: Id,
    /** The time at which the draft is published; null if staff publish it. */
    publishAt: Instant.nullable().default(null),
    /**
     * SHA-256 of the published content on which the draft is based. A draft that is based on other content is not
     * published over the page. Without a hash, the draft is based on the page in pages.json; null means that this
     * content has been replaced since.
     */
    basedOn: z
      .string()
      .regex(/^[0-9a-f]{64}$/)
      .nullable()
      .optional(),
    content: PageContent,
  }),
);
export type PageDraftsFile = z.infer<typeof PageDraftsFile>;

/** newsletter-issues.json: the newsletter issues that have not been sent. */
export const NewsletterIssuesFile = z.array(NewsletterIssueInput);

/** Removes the files of unpublished content, whose values contain no paths of media or Markdown files. */
export function omitPanelFiles<Files extends object>(files: Files): Partial<Files> {
  const draftFiles = ['page-drafts.json', 'newsletter-issues.json'];
  return Object.fromEntries(Object.entries(files).filter(([name]) => !draftFiles.includes(name))) as Partial<Files>;
}
