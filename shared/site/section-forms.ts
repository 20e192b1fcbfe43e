import { findIssuesOfReference, type ReferenceTargets, type UnknownReference } from '../item-issue.ts';

interface CheckedSection {
  kind: string;
  form?: unknown;
}

/** Returns the id of the form that a section shows; null for the contact form, and for a section of another kind. */
const getFormId = ({ kind, form }: CheckedSection): number | null =>
  kind === 'form' && typeof form === 'number' ? form : null;

export const listFormIds = (sections: readonly CheckedSection[]): number[] =>
  sections.flatMap((section) => getFormId(section) ?? []);

export const findSectionFormIssues = (
  { sections }: { sections: readonly CheckedSection[] },
  forms: ReferenceTargets<number>,
): UnknownReference[] =>
  sections.flatMap((section, index) => {
    const id = getFormId(section);
    return id === null ? [] : findIssuesOfReference('form', ['sections', index, 'form'], id, forms);
  });
