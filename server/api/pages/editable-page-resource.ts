import { findMissingIds } from '#server/api/database/missing-ids.ts';
import { forms } from '#server/api/forms/forms-tables.ts';
import type { Resource } from '#server/api/resources/resource.ts';
import { pageResource } from '#server/api/site/site.ts';
import { refuse } from '#shared/outcome.ts';
import { PageInput, type SectionInput } from '#shared/site/page-input.ts';

/**
 * The resource with which staff edits pages. Unlike an import, which checks the references between the files of a site,
 * it checks that the forms in sections exist.
 */
export const editablePageResource: Resource = {
  ...pageResource,
  save: async (tx, draft) => {
    const formIds = PageInput.safeParse(draft).data?.sections.flatMap(listFormIds) ?? [];
    if ((await findMissingIds(tx, forms, formIds)).length > 0)
      return refuse('unknown_reference', { values: { field: 'sections' } });
    return pageResource.save(tx, draft);
  },
};

/** Lists the id of the form that a section shows; empty for a section without an id, which shows the contact form. */
const listFormIds = (section: SectionInput): number[] =>
  section.kind === 'form' && section.form !== undefined ? [section.form] : [];
