import { lockExistingIds } from '#server/api/database/ids.ts';
import { forms } from '#server/api/forms/forms-tables.ts';
import { type Resource, refuseFirstItemIssue } from '#server/api/resources/resource.ts';
import { pageResource } from '#server/api/site/site.ts';
import { PageInput } from '#shared/site/page-input.ts';
import { findSectionFormIssues, listFormIds } from '#shared/site/section-forms.ts';

/** The resource with which staff edit pages. It also checks that the forms in sections exist. */
export const editablePageResource: Resource = {
  ...pageResource,
  save: async (tx, draft) => {
    const sections = PageInput.safeParse(draft).data?.sections ?? [];
    const known = await lockExistingIds(tx, forms, listFormIds(sections));
    return refuseFirstItemIssue(findSectionFormIssues({ sections }, known)) ?? pageResource.save(tx, draft);
  },
};
