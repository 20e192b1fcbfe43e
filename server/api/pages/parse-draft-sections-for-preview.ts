import type { z } from 'zod';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import type { StoredRowWithoutSiteId } from '#server/api/database/table-rows.ts';
import { readEmbeddedImageLookup } from '#server/api/media/text-images.ts';
import { toSectionRow } from '#server/api/site/site.ts';
import type { pageSections } from '#server/api/site/site-tables.ts';
import type { DraftSection } from '#shared/pages/page-content.ts';
import { SectionInput } from '#shared/site/page-input.ts';

/** A section as it is stored with a published page, with sanitised HTML. */
export type PreviewSectionRow = Omit<StoredRowWithoutSiteId<typeof pageSections>, 'pageId'>;

interface PreviewSections {
  sections: PreviewSectionRow[];
  /** The issues of sections that are left out, because they are incomplete. */
  issues: z.core.$ZodIssue[];
}

/** Converts the complete sections of a draft to the form in which they would be published. */
export async function parseDraftSectionsForPreview(
  tx: SiteTx,
  drafts: readonly DraftSection[],
): Promise<PreviewSections> {
  const complete: SectionInput[] = [];
  const issues: z.core.$ZodIssue[] = [];
  drafts.forEach((draft, index) => {
    const parsed = SectionInput.safeParse(draft);
    if (parsed.success) complete.push(parsed.data);
    else for (const issue of parsed.error.issues) issues.push({ ...issue, path: ['sections', index, ...issue.path] });
  });
  const texts = complete.flatMap((section) => (section.kind === 'html' ? [section.text] : []));
  const findPicture = await readEmbeddedImageLookup(tx, ...texts);
  return {
    sections: complete.map((section, position) => ({ position, ...toSectionRow(section, findPicture) })),
    issues,
  };
}
