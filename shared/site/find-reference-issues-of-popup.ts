import { findIssuesOfReferences, type ReferenceTargets, type UnknownReference } from '../item-issue.ts';
import type { PopupInput } from './popup-input.ts';

/** Finds the page tree entries that a popup names although no page tree contains them. */
export const findReferenceIssuesOfPopup = (
  { pageEntries }: Pick<PopupInput, 'pageEntries'>,
  known: ReferenceTargets<number>,
): UnknownReference[] => findIssuesOfReferences('page entry', ['pageEntries'], pageEntries, known);
