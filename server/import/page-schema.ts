import { z } from 'zod';
import { MediaPath } from '#server/api/resources/item-file.ts';
import { Id as id } from '#shared/input-fields.ts';
import { languages } from '#shared/languages.ts';
import { Localized } from '#shared/localized.ts';
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
