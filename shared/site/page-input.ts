import { z } from 'zod';
import { Id } from '../input-fields.ts';
import { createRefinement, type InputIssue } from '../input-issue.ts';
import { Localized } from '../localized.ts';
import { LocalizedMarkdownOrHtml } from '../localized-markdown-or-html.ts';
import { pageEntryKinds } from './page-entry-kinds.ts';
import {
  pageTitleSectionKinds,
  type SectionKind,
  type SectionKindWithConfig,
  sectionInputSchemas,
  sectionKindsWithConfig,
} from './sections.ts';

const HtmlSectionInput = z.strictObject({
  id: Id,
  kind: z.literal('html' satisfies SectionKind),
  text: LocalizedMarkdownOrHtml,
});

type ComponentSectionInput = {
  [K in SectionKindWithConfig]: { id: number; kind: K } & z.output<(typeof sectionInputSchemas)[K]>;
}[SectionKindWithConfig];

export type SectionInput = z.infer<typeof HtmlSectionInput> | ComponentSectionInput;

/** A section of a page as it is saved. Its pictures are given as `{ "image": <id> }`. */
export const SectionInput = z.discriminatedUnion('kind', [
  HtmlSectionInput,
  ...sectionKindsWithConfig.map((kind) =>
    z.strictObject({ id: Id, kind: z.literal(kind), ...sectionInputSchemas[kind].shape }),
  ),
]) as unknown as z.ZodType<SectionInput>;

interface Sections {
  sections: readonly { id: number; kind: SectionKind }[];
}

export function findCrossSectionIssues({ sections }: Sections): InputIssue[] {
  const positions = new Map<number, number>();
  return sections.flatMap(({ id, kind }, index): InputIssue[] => {
    const path = ['sections', index];
    const before = positions.get(id);
    if (before === undefined) positions.set(id, index);
    return [
      ...(before === undefined
        ? []
        : [{ path: [...path, 'id'], message: `the id ${id} is used already at sections.${before}` }]),
      ...(index > 0 && pageTitleSectionKinds.includes(kind)
        ? [{ path: [...path, 'kind'], message: `"${kind}" can only be the first section of a page` }]
        : []),
    ];
  });
}

/** A page to save, with its sections in display order. */
export const PageInput = z
  .strictObject({
    id: Id,
    title: Localized,
    type: z.enum(pageEntryKinds),
    image: Id.nullable().default(null),
    sections: z.array(SectionInput),
  })
  .superRefine(createRefinement(findCrossSectionIssues));
export type PageInput = z.infer<typeof PageInput>;
