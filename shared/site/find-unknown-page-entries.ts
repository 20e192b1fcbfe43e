import { findUnknownReferences, type KnownValues, type UnknownReference } from '../item-issue.ts';
import type { PopupInput } from './popup-input.ts';

/** Finds entries on which a popup appears and that no page tree has. */
export const findUnknownPageEntries = (
  { pageEntries }: Pick<PopupInput, 'pageEntries'>,
  known: KnownValues<number>,
): UnknownReference[] => findUnknownReferences('page entry', ['pageEntries'], pageEntries, known);
