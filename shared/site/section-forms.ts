import { findIssuesOfReference, type ReferenceTargets, type UnknownReference } from '../item-issue.ts';

/** A section of a page, as an input of the API or of a site's folder. */
interface CheckedSection {
  kind: string;
  form?: unknown;
}

/** Returns the id of the form that a section shows; null for the contact form, and for a section of another kind. */
const getFormId = ({ kind, form }: CheckedSection): number | null =>
  kind === 'form' && typeof form === 'number' ? form : null;

/** Lists the ids of the forms that sections show. */
export const listFormIds = (sections: readonly CheckedSection[]): number[] =>
  sections.flatMap((section) => getFormId(section) ?? []);

/** Finds sections of a page that show a form which its site does not have. */
export const findSectionFormIssues = (
  { sections }: { sections: readonly CheckedSection[] },
  forms: ReferenceTargets<number>,
): UnknownReference[] =>
  sections.flatMap((section, index) => {
    const id = getFormId(section);
    return id === null ? [] : findIssuesOfReference('form', ['sections', index, 'form'], id, forms);
  });
