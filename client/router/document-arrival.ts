const storageKey = 'cuvee:arrival';

/**
 * Records that a navigation loads a new document. That document then moves the focus to its heading, just as a
 * navigation by the client router moves it to the content.
 */
export function requestHeadingFocusInNextDocument(): void {
  try {
    sessionStorage.setItem(storageKey, '1');
  } catch {
    // Session storage is blocked, so the focus begins at the top of the document.
  }
}

/**
 * Moves the focus to the heading of a document that a navigation has loaded, unless the visitor has already moved the
 * focus.
 */
export function focusHeadingOnArrival(): void {
  try {
    if (sessionStorage.getItem(storageKey) === null) return;
    sessionStorage.removeItem(storageKey);
  } catch {
    return;
  }
  const heading = document.querySelector<HTMLElement>('#content h1');
  if (!heading || document.activeElement !== document.body) return;
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
}
