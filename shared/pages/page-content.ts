import { z } from 'zod';
import { Id } from '../input-fields.ts';
import { Localized } from '../localized.ts';
import { type SectionKind, sectionKindsWithConfig } from '../site/sections.ts';

const maxSections = 100;

/**
 * A section of a draft. Its other fields are validated only when the draft is published, so that staff can save
 * incomplete sections.
 */
const DraftSection = z.looseObject({ id: Id, kind: z.enum(['html', ...sectionKindsWithConfig]) });
export type DraftSection = { id: number; kind: SectionKind } & Record<string, unknown>;

/** The part of a page that its editor changes, with the sections in display order. */
export const PageContent = z.strictObject({
  title: Localized,
  image: Id.nullable(),
  sections: z.array(DraftSection).max(maxSections),
});
export type PageContent = z.infer<typeof PageContent>;
