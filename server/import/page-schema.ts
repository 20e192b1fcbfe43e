import { z } from 'zod';
import { MediaPath } from '#server/api/resources/item-file.ts';
import { Id, Instant, Id as id } from '#shared/input-fields.ts';
import { languages } from '#shared/languages.ts';
import { Localized } from '#shared/localized.ts';
import { NewsletterIssueInput } from '#shared/newsletter/newsletter-issue-input.ts';
import { PageContent } from '#shared/pages/page-content.ts';
import { pageEntryKinds } from '#shared/site/page-entry-kinds.ts';
import {
  createSectionSchemas,
  type SectionKind,
  type SectionKindWithConfig,
  sectionKindsWithConfig,
} from '#shared/site/sections.ts';

const markdownPath = z
  .string()
  .regex(/^([\w-][\w.-]*\/)*[\w-][\w.-]*\.md$/, { error: 'a path below content/, such as "pages/x.md"' });

export const LocalizedMarkdownPathSchema = z.union([markdownPath, z.partialRecord(z.enum(languages), markdownPath)]);

/**
 * The schema of a section's fields in a site's files, in which a text may be localized and a picture is its path below
 * media/.
 */
const fields = createSectionSchemas(Localized, MediaPath);

type ComponentSection = {
  [K in SectionKindWithConfig]: { id: number; kind: K } & z.output<(typeof fields)[K]>;
}[SectionKindWithConfig];

const HtmlSection = z.strictObject({
  id,
  kind: z.literal('html' satisfies SectionKind),
  markdown: LocalizedMarkdownPathSchema.optional(),
  html: Localized.optional(),
});
type HtmlSection = z.infer<typeof HtmlSection>;

export type PageSection = HtmlSection | ComponentSection;

const componentSections = sectionKindsWithConfig.map((kind) =>
  z.strictObject({ id, kind: z.literal(kind), ...fields[kind].shape }),
);

const PageSection = z.discriminatedUnion('kind', [HtmlSection, ...componentSections], {
  error: ({ code }) =>
    code === 'invalid_union' ? `must be one of html, ${sectionKindsWithConfig.join(', ')}` : undefined,
}) as unknown as z.ZodType<PageSection>;

/**
 * pages.json: pages with their sections in order. The text of an html section is a Markdown file or inline HTML; both
 * are sanitised.
 */
export const PagesFile = z.array(
  z.strictObject({
    id,
    title: Localized,
    type: z.enum(pageEntryKinds),
    image: MediaPath.nullable().default(null),
    sections: z.array(PageSection),
  }),
);

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
