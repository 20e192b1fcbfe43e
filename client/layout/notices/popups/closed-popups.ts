const key = (id: number) => `popup-${id}`;

/** Returns true if `rememberClosedPopup` was called for this popup in this browser; `false` without local storage. */
export function isPopupClosed(id: number): boolean {
  try {
    return localStorage.getItem(key(id)) !== null;
  } catch {
    return false;
  }
}

/**
 * Remembers that the visitor has closed a popup.
 * @param time time of closing in milliseconds since the epoch
 */
export function rememberClosedPopup(id: number, time: number): void {
  try {
    localStorage.setItem(key(id), String(time));
  } catch {
    // Local storage is blocked or full, so the popup is shown again on the next visit.
  }
}
