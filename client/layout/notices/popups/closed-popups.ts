const key = (id: number) => `popup-${id}`;

/** Returns true if the visitor has closed this popup or refused its question; `false` without storage. */
export function isPopupClosed(id: number): boolean {
  try {
    return localStorage.getItem(key(id)) !== null || sessionStorage.getItem(key(id)) !== null;
  } catch {
    return false;
  }
}

/** @param time time of closing in milliseconds since the epoch */
export function rememberClosedPopup(id: number, time: number): void {
  try {
    localStorage.setItem(key(id), String(time));
  } catch {
    // Local storage is blocked or full, so the popup is shown again on the next visit.
  }
}

/** Remembers for this visit that the visitor has answered the question about the age with no. */
export function rememberRefusedAge(id: number, time: number): void {
  try {
    sessionStorage.setItem(key(id), String(time));
  } catch {
    // Without storage, the question is asked again in the next document.
  }
}
