import type { PopupRules } from './popup-contract.ts';
import { type PopupPageKind, popupPageKinds } from './popup-page-kinds.ts';

export interface PopupContext {
  /** Kind of the page; null for a page without a kind, such as an error. */
  kind: string | null;
  /** Id of the page's entry in the page tree; undefined for a page that the tree does not list. */
  entry: number | undefined;
  /** The current day in the site's time zone, YYYY-MM-DD. */
  day: string;
}

const isPopupPageKind = (kind: string | null): kind is PopupPageKind =>
  (popupPageKinds as readonly (string | null)[]).includes(kind);

/**
 * Finds the popup that a page shows: the first one in force that is not dismissed and whose rules name the page's kind
 * or entry, or no pages; undefined for a kind of page that may have no popup.
 * @param isDismissed returns true for a popup that the visitor has closed or already seen since the page was loaded
 */
export function findPopupRules(
  popups: readonly PopupRules[],
  { kind, entry, day }: PopupContext,
  isDismissed: (popup: PopupRules) => boolean,
): PopupRules | undefined {
  if (!isPopupPageKind(kind)) return undefined;
  return popups.find((popup) => {
    const { startsOn, endsOn, pageKinds, pageEntries } = popup;
    if ((startsOn && day < startsOn) || (endsOn && day > endsOn)) return false;
    const isForPage =
      (!pageKinds && !pageEntries) ||
      pageKinds?.includes(kind) ||
      (entry !== undefined && pageEntries?.includes(entry));
    return isForPage && !isDismissed(popup);
  });
}
