const key = (id: number) => `popup-${id}`;

/** @returns whether the visitor closed this popup; `false` if local storage is blocked. */
export function isPopupClosed(id: number): boolean {
  try {
    return localStorage.getItem(key(id)) !== null;
  } catch {
    return false;
  }
}

/** @param time time of closing in milliseconds since the epoch */
export function rememberClosedPopup(id: number, time: number): void {
  try {
    localStorage.setItem(key(id), String(time));
  } catch {
    // Storage is blocked or full: the popup is shown again on the next visit.
  }
}
